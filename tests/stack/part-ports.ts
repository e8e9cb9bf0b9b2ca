import { assertPortFree, findFreePortFrom } from './ports.ts';
import { followMovedParts, type Settings } from './settings.ts';
import { portOf, required } from './stack.ts';

interface Part {
  /** The setting that holds the part's port. */
  readonly setting: string;
  readonly name: string;
  readonly withPort: (port: number) => string;
}

const parts: readonly Part[] = [
  { setting: 'PORT', name: 'site', withPort: String },
  {
    setting: 'FIREBASE_AUTH_EMULATOR_HOST',
    name: 'Firebase emulator',
    withPort: (port) => `127.0.0.1:${String(port)}`,
  },
  {
    setting: 'PAYPAL_API_URL',
    name: 'PayPal simulator',
    withPort: (port) => `http://127.0.0.1:${String(port)}`,
  },
];

/** The port that a part listens on, by the settings. */
function partPort(settings: Settings, { setting }: Part): number {
  const value = required(settings, setting);
  return setting === 'PORT' ? Number(value) : portOf(value);
}

/**
 * Moves every part of the stack whose port is taken, such as by a second clone, to a free port. Returns the settings
 * and a line for each part that moved.
 *
 * @throws When the port of a chosen setting is taken.
 */
export async function moveToFreePorts(
  given: Settings,
  isChosen: (setting: string) => boolean,
): Promise<{ settings: Settings; notes: readonly string[] }> {
  let settings = given;
  const notes: string[] = [];
  for (const part of parts) {
    const wanted = partPort(settings, part);
    if (isChosen(part.setting)) {
      await assertPortFree(wanted, `the ${part.name}; ${part.setting} moves it`);
      continue;
    }
    const port = await findFreePortFrom(wanted);
    if (port === wanted) continue;
    settings = followMovedParts({ ...settings, [part.setting]: part.withPort(port) });
    notes.push(`Port ${String(wanted)} is taken: the ${part.name} is at ${String(port)}.`);
  }
  return { settings, notes };
}
