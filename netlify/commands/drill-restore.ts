import { parseArgs } from 'node:util';
import { ProgramFailed } from '../../stack/postgres/dump.ts';
import type { Line } from './drill/compare.ts';
import { compareDatabases, drill, Refused } from './drill/drill.ts';
import { withLocalDatabases } from './drill/local.ts';
import { end, type Outcome } from './outcome.ts';

const usage = `npm run drill:restore                                    on a PostgreSQL of its own, filled for it
npm run drill:restore -- --from URL --to URL             dumps one, restores into the other, which must be empty
npm run drill:restore -- --from URL --to URL --keep FILE the same, and keeps the dump
npm run drill:restore -- --from URL --to URL --compare   only holds the two against each other`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  keep: { type: 'string' },
  compare: { type: 'boolean' },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return null;
  }
};

const isAddress = (text: string | undefined): boolean =>
  text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));

const table = (lines: readonly Line[]): string => {
  const width = Math.max(...lines.map(({ what }) => what.length));
  return lines
    .map(({ what, before, after, equal }) =>
      equal ? `  ${what.padEnd(width)}  ${before}` : `! ${what.padEnd(width)}  ${before} → ${after}`,
    )
    .join('\n');
};

const outcomeOf = (lines: readonly Line[]): Outcome => {
  const different = lines.filter(({ equal }) => !equal).length;
  const verdict = different === 0 ? 'Both are equal.' : `Lines that differ: ${String(different)}.`;
  return { code: different === 0 ? 0 : 1, text: `${table(lines)}\n${verdict}` };
};

/** `npm run drill:restore`: proves that a dump of a database restores to the same rows, guards and sequences. */
export const drillRestore = async (args: readonly string[]): Promise<Outcome> => {
  const asked = parse(args);
  if (!asked || !isAddress(asked.from) || !isAddress(asked.to)) return { code: 2, text: usage };
  const { from, to, keep, compare } = asked;
  if ((from === undefined) !== (to === undefined)) return { code: 2, text: usage };
  // A dump of sample data would take the place of the last real one.
  if (keep !== undefined && (!from || compare)) return { code: 2, text: usage };
  if (compare && !from) return { code: 2, text: usage };
  try {
    if (!from || !to)
      return outcomeOf(await withLocalDatabases((filled, empty) => drill(filled, empty, keep)));
    return outcomeOf(await (compare ? compareDatabases(from, to) : drill(from, to, keep)));
  } catch (error) {
    if (error instanceof Refused) return { code: 2, text: error.message };
    if (error instanceof ProgramFailed) return { code: 3, text: error.message };
    if (error instanceof Error && 'code' in error) return { code: 3, text: error.message };
    throw error;
  }
};

if (import.meta.main) end(await drillRestore(process.argv.slice(2)));
