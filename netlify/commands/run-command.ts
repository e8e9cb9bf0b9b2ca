import { existsSync } from 'node:fs';
import { EnvError, parseEnv } from '../../src/server/env.ts';
import { localSettings, productionAppEnv, productionSettings, type Settings } from '../../stack/settings.ts';
import { type CommandResult, exitWith, rootMessage } from './command-result.ts';

/** Runs a database command with the arguments and settings of this process. Prints the database's host first. */
export async function runCommand(
  command: (args: readonly string[], settings: Settings) => Promise<CommandResult>,
): Promise<never> {
  const input = readDatabaseInput(process.argv.slice(2));
  if ('code' in input) return exitWith(input);
  console.error(`Database: ${input.host}`);
  return exitWith(await command(input.args, input.settings));
}

/** A command's own arguments, and the settings that `--production` selects. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly isProduction: boolean;
  readonly settings: Settings;
  /** APP_ENV of the production environment. `settings` leaves it out. */
  readonly appEnv?: string | undefined;
}

export interface DatabaseInput extends CommandInput {
  /** Host of the database, without the password. */
  readonly host: string;
}

const flag = '--production';
const usage = `${flag} comes last. Alone, it uses the settings of this shell; before the name of a file, it uses the settings in that file.`;

/** Reads `--production [file]` from the end of the arguments. Without it, the settings are those of the local stack. */
export function readCommandInput(args: readonly string[]): CommandInput | CommandResult {
  const index = args.indexOf(flag);
  if (index === -1) return { args, isProduction: false, settings: localSettings() };
  const [file = null, ...rest] = args.slice(index + 1);
  if (rest.length > 0) return { code: 2, text: usage };
  if (file !== null && !existsSync(file)) return { code: 2, text: `There is no file ${file}. ${usage}` };
  try {
    const settings = productionSettings(file);
    return { args: args.slice(0, index), isProduction: true, settings, appEnv: productionAppEnv(file) };
  } catch (error) {
    return {
      code: 2,
      text: `${file ?? 'The environment'} cannot be read (${rootMessage(error)}). ${usage}`,
    };
  }
}

/** Reads the input of a command that works on a database, or returns why the command must not run. */
export function readDatabaseInput(args: readonly string[]): DatabaseInput | CommandResult {
  const input = readCommandInput(args);
  if ('code' in input) return input;
  return input.isProduction ? productionInput(input) : localInput(input);
}

/** Completes the settings with the defaults that the server uses in production. */
function productionInput(input: CommandInput): DatabaseInput | CommandResult {
  try {
    const env = parseEnv(input.settings);
    const settings = Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    return { ...input, settings, host: hostOf(env.DATABASE_URL) };
  } catch (error) {
    if (error instanceof EnvError) return { code: 2, text: error.message };
    throw error;
  }
}

/**
 * Returns the input of a command on the local stack. Refuses settings that name any other database, because the command would
 * send production secrets to the local simulators.
 */
function localInput(input: CommandInput): DatabaseInput | CommandResult {
  // The local settings ignore the shell's NETLIFY_DATABASE_URL, since .env.example does not have it. So the shell is read too.
  const urls = [input.settings, productionSettings(null)].flatMap((settings) => [
    settings.DATABASE_URL,
    settings.NETLIFY_DATABASE_URL,
  ]);
  const otherUrl = urls.find((url) => url && url !== 'embedded');
  return otherUrl === undefined
    ? { ...input, host: "the local stack's" }
    : {
        code: 2,
        text: `The settings name ${hostOf(otherUrl)}, which is not the local stack's database. If you mean it, add ${flag}.`,
      };
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'another database';
}
