import { existsSync } from 'node:fs';
import { EnvError, parseEnv } from '../../src/server/env.ts';
import { localSettings, productionAppEnv, productionSettings, type Settings } from '../../stack/settings.ts';
import type { Outcome } from './outcome.ts';

/** The settings that a command's arguments name, and the arguments without those that name them. */
export interface Given {
  readonly args: readonly string[];
  readonly isProduction: boolean;
  readonly settings: Settings;
  /** APP_ENV as it is given for production, whose settings do not have it. */
  readonly appEnv?: string | undefined;
}

/** Given, with a database that the command may work on; `place` says which to a person, without a password. */
export interface GivenDatabase extends Given {
  readonly place: string;
}

const flag = '--production';
const usage = `${flag} comes last: alone it takes the settings of this shell, or with the name of a file those in it.`;

/** Takes `--production [file]` out of a command's arguments; without it the settings are the local stack's. */
export const givenSettings = (args: readonly string[]): Given | Outcome => {
  const at = args.indexOf(flag);
  if (at === -1) return { args, isProduction: false, settings: localSettings() };
  const [file = null, ...more] = args.slice(at + 1);
  if (more.length > 0) return { code: 2, text: usage };
  if (file !== null && !existsSync(file)) return { code: 2, text: `There is no file ${file}. ${usage}` };
  try {
    const settings = productionSettings(file);
    return { args: args.slice(0, at), isProduction: true, settings, appEnv: productionAppEnv(file) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { code: 2, text: `${file ?? 'The environment'} cannot be read (${why}). ${usage}` };
  }
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'another database');

/** The settings as a server of production takes them, its own values in place of what is not set. */
const inProduction = (given: Given): GivenDatabase | Outcome => {
  try {
    const env = parseEnv(given.settings);
    const settings = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    return { ...given, settings, place: hostOf(env.DATABASE_URL) };
  } catch (error) {
    if (error instanceof EnvError) return { code: 2, text: error.message };
    throw error;
  }
};

/** The stand-ins of the local stack are for its own database alone: secrets of production would go to them. */
const inLocalStack = (given: Given): GivenDatabase | Outcome => {
  // .env.example has no NETLIFY_DATABASE_URL, so the local settings leave that of the shell out.
  const named = [given.settings, productionSettings(null)].flatMap((settings) => [
    settings.DATABASE_URL,
    settings.NETLIFY_DATABASE_URL,
  ]);
  const other = named.find((url) => url && url !== 'embedded');
  return other === undefined
    ? { ...given, place: "the local stack's" }
    : {
        code: 2,
        text: `The settings name ${hostOf(other)}, which is not the local stack's database. Is it meant? Then add ${flag}.`,
      };
};

/** The settings and the database that a command's arguments name, or why it has none to work on. */
export const givenDatabase = (args: readonly string[]): GivenDatabase | Outcome => {
  const given = givenSettings(args);
  if ('code' in given) return given;
  return given.isProduction ? inProduction(given) : inLocalStack(given);
};
