import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inProject } from './paths.ts';

export type Settings = Readonly<Record<string, string>>;

/** The settings of .env.example with `overrides`, for tests: independent of a developer's .env and environment. */
export function exampleSettings(overrides: Settings = {}): Settings {
  return syncServiceAddresses({ ...readExample(), ...overrides });
}

function readExample(): Settings {
  return readSettings(inProject('.env.example')) as Settings;
}

function readSettings(file: string): NodeJS.Dict<string> {
  return existsSync(file) ? parseEnv(readText(file)) : {};
}

/** Reads a text file without its byte order mark. PowerShell writes UTF-16. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isUtf16 ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

/**
 * The settings of a local run: .env.example, then .env, then the environment, then `overrides`. Only settings that
 * .env.example or .env names are taken from the environment.
 */
export function localSettings(overrides: Settings = {}): Settings {
  const example = readExample();
  const dotEnv = readSettings(inProject('.env'));
  const merged: Record<string, string> = {};
  for (const name of Object.keys({ ...example, ...dotEnv, ...overrides }))
    merged[name] = overrides[name] ?? process.env[name] ?? dotEnv[name] ?? example[name] ?? '';
  return syncServiceAddresses(merged);
}

/** True if a URL leads to this machine, where the local stand-ins listen. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1'].includes(hostname);
}

/** True if mails go to the catcher of the local stack. */
export function isLocalMail({ MAIL_URL: address = '' }: Settings): boolean {
  return isLocal(address);
}

/** True if an address leads to this machine. */
export function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isLoopback(url);
}

/**
 * Derives the settings that must agree: SITE_URL from PORT (or PORT from SITE_URL), PUBLIC_PAYPAL_SDK_URL from
 * PAYPAL_API_URL and PUBLIC_FIREBASE_EMULATOR_URL from FIREBASE_AUTH_EMULATOR_HOST. A derived setting that differs from
 * .env.example is kept. An address on another host is kept as well.
 */
export function syncServiceAddresses(settings: Settings): Settings {
  const example = readExample();
  const isChanged = (name: string) => settings[name] !== example[name];
  const synced: Record<string, string> = { ...settings };
  const site = URL.parse(settings.SITE_URL ?? '');
  if (site && isLoopback(site)) {
    if (isChanged('PORT')) site.port = settings.PORT ?? '';
    else if (site.port) synced.PORT = site.port;
    else site.port = settings.PORT ?? '';
    synced.SITE_URL = site.origin;
  }
  const paypal = URL.parse(settings.PAYPAL_API_URL ?? '');
  if (paypal && isLoopback(paypal) && !isChanged('PUBLIC_PAYPAL_SDK_URL'))
    synced.PUBLIC_PAYPAL_SDK_URL = `${paypal.origin}/sdk/js`;
  if (settings.FIREBASE_AUTH_EMULATOR_HOST && !isChanged('PUBLIC_FIREBASE_EMULATOR_URL'))
    synced.PUBLIC_FIREBASE_EMULATOR_URL = `http://${settings.FIREBASE_AUTH_EMULATOR_HOST}`;
  return synced;
}

/**
 * True if the environment sets a variable, or .env sets it to something other than .env.example does. PORT counts as
 * customized with SITE_URL.
 */
export function isCustomized(name: string): boolean {
  const dotEnv = readSettings(inProject('.env'));
  const example = readExample();
  return (name === 'PORT' ? ['PORT', 'SITE_URL'] : [name]).some(
    (key) => process.env[key] !== undefined || (dotEnv[key] !== undefined && dotEnv[key] !== example[key]),
  );
}

/** Returns APP_ENV of a file or, for null, of the environment. */
export function productionAppEnv(file: string | null): string | undefined {
  return sourceSettings(file).APP_ENV;
}

function sourceSettings(file: string | null): NodeJS.Dict<string> {
  return file === null ? process.env : parseEnv(readText(file));
}

/** Reads production settings from a file or, for null, from the environment. Ignores APP_ENV and all defaults. */
export function productionSettings(file: string | null): Settings {
  const source = sourceSettings(file);
  const names = [...Object.keys(readExample()), 'NETLIFY_DATABASE_URL'].filter((name) => name !== 'APP_ENV');
  return Object.fromEntries(names.map((name) => [name, source[name] ?? '']));
}

/** Copies the settings to this process's environment, for the server code and the build. */
export function applySettings(settings: Settings): void {
  for (const [name, value] of Object.entries(settings))
    if (value) process.env[name] = value;
    else Reflect.deleteProperty(process.env, name);
}
