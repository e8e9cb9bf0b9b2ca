import { parseArgs } from 'node:util';
import { ProgramFailed } from '../../stack/postgres/dump.ts';
import {
  checkBackup,
  checkLocalBackup,
  compareDatabases,
  UnusableDatabase,
} from './backup-check/check-backup.ts';
import type { ComparedLine } from './backup-check/snapshot.ts';
import { type CommandResult, exitWith } from './command-result.ts';

const usage = `npm run backup:check                                    with sample records, on a temporary PostgreSQL
npm run backup:check -- --from URL --to URL             dumps the first database and restores it into the second, which must be empty
npm run backup:check -- --from URL --to URL --keep FILE the same, and keeps the dump
npm run backup:check -- --from URL --to URL --compare   only compares the two databases`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  keep: { type: 'string' },
  compare: { type: 'boolean' },
} as const;

/** `npm run backup:check`: proves that a dump of a database restores the same rows, schema and sequences. */
export async function backupCheck(args: readonly string[]): Promise<CommandResult> {
  const parsed = parse(args);
  if (!parsed) return { code: 2, text: usage };
  const { from, to, keep, compare } = parsed;
  try {
    if (!from || !to) return comparisonResult(await checkLocalBackup());
    return comparisonResult(await (compare ? compareDatabases(from, to) : checkBackup(from, to, keep)));
  } catch (error) {
    if (error instanceof UnusableDatabase) return { code: 2, text: error.message };
    if (error instanceof ProgramFailed) return { code: 3, text: error.message };
    if (error instanceof Error && 'code' in error) return { code: 3, text: error.message };
    throw error;
  }
}

/** Returns the options, or null if they match no line of `usage`. */
function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { from, to, keep, compare } = values;
    if (from === undefined && to === undefined) return keep === undefined && !compare ? values : null;
    return isAddress(from) && isAddress(to) && !(keep !== undefined && compare) ? values : null;
  } catch {
    return null;
  }
}

function isAddress(text: string | undefined): boolean {
  return text !== undefined && /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

function comparisonResult(lines: readonly ComparedLine[]): CommandResult {
  const width = Math.max(...lines.map(({ name }) => name.length));
  const differenceCount = lines.filter(({ before, after }) => before !== after).length;
  const table = lines.map(({ name, before, after }) =>
    before === after ? `  ${name.padEnd(width)}  ${before}` : `! ${name.padEnd(width)}  ${before} → ${after}`,
  );
  const verdict =
    differenceCount === 0 ? 'The databases are equal.' : `Lines that differ: ${String(differenceCount)}.`;
  return { code: differenceCount === 0 ? 0 : 1, text: [...table, verdict].join('\n') };
}

if (import.meta.main) exitWith(await backupCheck(process.argv.slice(2)));
