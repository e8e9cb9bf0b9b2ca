import { assertPortFree, isPortFree } from './ports.ts';
import { isLocal, isLocalMail, syncServiceAddresses, type Settings } from './settings.ts';
import { portOf, required } from './stack.ts';

interface Service {
  readonly name: string;
  /** The setting that holds the service's port. */
  readonly setting: string;
  readonly valueFor: (port: number) => string;
  /** False for a service that does not run with these settings. Default: it runs. */
  readonly isUsed?: (settings: Settings) => boolean;
}

/** Number of ports above the preferred port that are tried. */
const MAX_DISTANCE = 100;

const services: readonly Service[] = [
  { name: 'site', setting: 'PORT', valueFor: String },
  {
    name: 'Firebase emulator',
    setting: 'FIREBASE_AUTH_EMULATOR_HOST',
    valueFor: (port) => `127.0.0.1:${String(port)}`,
  },
  {
    name: 'PayPal simulator',
    setting: 'PAYPAL_API_URL',
    valueFor: (port) => `http://127.0.0.1:${String(port)}`,
  },
  {
    name: 'mail server',
    setting: 'MAIL_URL',
    valueFor: (port) => `smtp://127.0.0.1:${String(port)}`,
    isUsed: isLocalMail,
  },
  { name: 'mail page', setting: 'MAIL_PAGE_PORT', valueFor: String, isUsed: isLocalMail },
  {
    name: 'look-up of leaked passwords',
    setting: 'LEAKED_PASSWORDS_URL',
    valueFor: (port) => `http://127.0.0.1:${String(port)}`,
    isUsed: ({ LEAKED_PASSWORDS_URL: url = '' }) => isLocal(url),
  },
];

/**
 * Moves every service whose port is in use, such as by a second clone, to the next free port. Returns the settings and
 * a message for each service that moved.
 *
 * @throws When the port of a customized setting is in use.
 */
export async function moveToFreePorts(
  preferredSettings: Settings,
  isCustomized: (setting: string) => boolean,
): Promise<{ settings: Settings; messages: readonly string[] }> {
  let settings = preferredSettings;
  const messages: string[] = [];
  const settingByPort = new Map<number, string>();
  for (const { name, setting, valueFor, isUsed } of services) {
    if (isUsed?.(settings) === false) continue;
    const value = required(settings, setting);
    const preferred = valueFor === String ? Number(value) : portOf(value);
    if (!(preferred > 0 && preferred < 65_536))
      throw new Error(`${setting} is ${value}: that names no port.`);
    let port = preferred;
    if (isCustomized(setting)) {
      const other = settingByPort.get(port);
      if (other) throw new Error(`${setting} names port ${String(port)}, which ${other} names too.`);
      await assertPortFree(port, `${name}; set by ${setting}`);
    } else
      while (settingByPort.has(port) || !(await isPortFree(port))) {
        port += 1;
        if (port > preferred + MAX_DISTANCE) throw new Error(`No port from ${String(preferred)} on is free.`);
      }
    settingByPort.set(port, setting);
    if (port === preferred) continue;
    settings = syncServiceAddresses({ ...settings, [setting]: valueFor(port) });
    messages.push(`Port ${String(preferred)} is in use; the ${name} uses ${String(port)}.`);
  }
  return { settings, messages };
}
