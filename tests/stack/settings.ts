import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { inProject } from './paths.ts';

export type Settings = Readonly<Record<string, string>>;

/**
 * The settings of a local run: .env.example, then .env, then the environment, then `overrides`. Only
 * settings that .env.example names are taken from the environment.
 */
export const localSettings = (overrides: Settings = {}): Settings => {
  const defaults = parseEnv(readFileSync(inProject('.env.example'), 'utf8'));
  const own = existsSync(inProject('.env')) ? parseEnv(readFileSync(inProject('.env'), 'utf8')) : {};
  const merged: Record<string, string> = {};
  for (const name of Object.keys({ ...defaults, ...own, ...overrides }))
    merged[name] = overrides[name] ?? process.env[name] ?? own[name] ?? defaults[name] ?? '';
  const moved = merged.PORT !== defaults.PORT && merged.SITE_URL === defaults.SITE_URL;
  return moved ? { ...merged, SITE_URL: `http://localhost:${merged.PORT ?? ''}` } : merged;
};

/**
 * The settings of production, from a file alone or, for null, from the environment alone: nothing of .env.example is
 * filled in, and whatever they say of APP_ENV is left out.
 */
export const productionSettings = (file: string | null): Settings => {
  const known = parseEnv(readFileSync(inProject('.env.example'), 'utf8'));
  const given = file === null ? process.env : parseEnv(readFileSync(file, 'utf8'));
  const names = [...Object.keys(known), 'NETLIFY_DATABASE_URL'].filter((name) => name !== 'APP_ENV');
  return Object.fromEntries(names.map((name) => [name, given[name] ?? '']));
};

/** Makes the settings this process's environment, for the server code and the build. */
export const applySettings = (settings: Settings): void => {
  for (const [name, value] of Object.entries(settings))
    if (value) process.env[name] = value;
    else Reflect.deleteProperty(process.env, name);
};
