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

/** Makes the settings this process's environment, for the server code and the build. */
export const applySettings = (settings: Settings): void => {
  for (const [name, value] of Object.entries(settings))
    if (value) process.env[name] = value;
    else Reflect.deleteProperty(process.env, name);
};
