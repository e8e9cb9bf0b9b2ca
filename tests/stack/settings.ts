import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inProject } from './paths.ts';

export type Settings = Readonly<Record<string, string>>;

function readSettings(file: string): NodeJS.Dict<string> {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

function readExample(): Settings {
  return readSettings(inProject('.env.example')) as Settings;
}

/** The settings of .env.example with `overrides`, for tests: independent of a developer's .env and environment. */
export function exampleSettings(overrides: Settings = {}): Settings {
  return followMovedParts({ ...readExample(), ...overrides });
}

/**
 * The settings of a local run: .env.example, then .env, then the environment, then `overrides`. Only settings that
 * .env.example or .env names are taken from the environment.
 */
export function localSettings(overrides: Settings = {}): Settings {
  const example = readExample();
  const own = readSettings(inProject('.env'));
  const merged: Record<string, string> = {};
  for (const name of Object.keys({ ...example, ...own, ...overrides }))
    merged[name] = overrides[name] ?? process.env[name] ?? own[name] ?? example[name] ?? '';
  return followMovedParts(merged);
}

function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1'].includes(hostname);
}

/**
 * Moves a part of the local stack wholly when one of its settings is changed: the site's address follows PORT, and the
 * addresses that are built into the pages follow those of the PayPal simulator and the Firebase emulator. An address
 * that is set to something else than .env.example's stays.
 */
export function followMovedParts(settings: Settings): Settings {
  const example = readExample();
  const isMoved = (name: string) => settings[name] !== example[name];
  const moved: Record<string, string> = { ...settings };
  const site = URL.parse(settings.SITE_URL ?? '');
  if (site && isLoopback(site)) {
    if (isMoved('PORT')) site.port = settings.PORT ?? '';
    else moved.PORT = site.port || (settings.PORT ?? '');
    moved.SITE_URL = site.origin;
  }
  const paypal = URL.parse(settings.PAYPAL_API_URL ?? '');
  if (paypal && isLoopback(paypal) && !isMoved('PUBLIC_PAYPAL_SDK_URL'))
    moved.PUBLIC_PAYPAL_SDK_URL = `${paypal.origin}/sdk/js`;
  if (settings.FIREBASE_AUTH_EMULATOR_HOST && !isMoved('PUBLIC_FIREBASE_EMULATOR_URL'))
    moved.PUBLIC_FIREBASE_EMULATOR_URL = `http://${settings.FIREBASE_AUTH_EMULATOR_HOST}`;
  return moved;
}

/** True when a setting was chosen by the environment or .env, rather than left as .env.example has it. */
export function isChosen(name: string): boolean {
  const own = readSettings(inProject('.env'))[name];
  return process.env[name] !== undefined || (own !== undefined && own !== readExample()[name]);
}

/**
 * The settings of production, from a file alone or, for null, from the environment alone: nothing of .env.example is
 * filled in, and APP_ENV is left out.
 */
export function productionSettings(file: string | null): Settings {
  const given = file === null ? process.env : parseEnv(readFileSync(file, 'utf8'));
  const names = [...Object.keys(readExample()), 'NETLIFY_DATABASE_URL'].filter((name) => name !== 'APP_ENV');
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
}

/** Makes the settings this process's environment, for the server code and the build. */
export function applySettings(settings: Settings): void {
  for (const [name, value] of Object.entries(settings))
    if (value) process.env[name] = value;
    else Reflect.deleteProperty(process.env, name);
}
