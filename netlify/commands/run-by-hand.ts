import type { Settings } from '../../stack/settings.ts';
import { givenDatabase } from './given-settings.ts';
import { end, type Outcome } from './outcome.ts';

/** Runs a command on the database that this process's arguments name; says which before it begins, and ends the process. */
export const runByHand = async (
  command: (args: readonly string[], settings: Settings) => Promise<Outcome>,
): Promise<never> => {
  const given = givenDatabase(process.argv.slice(2));
  if ('code' in given) return end(given);
  console.error(`Database: ${given.place}`);
  return end(await command(given.args, given.settings));
};
