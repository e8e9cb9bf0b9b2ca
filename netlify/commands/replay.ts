import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { migrateDatabase, whyNotMigrated } from '../../drizzle/migrate-database.ts';
import { centsToDecimal } from '../../src/shared/money.ts';
import { newContext, type Services } from '../../src/server/context.ts';
import { connect } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/database.ts';
import type { LedgerDifference } from '../../src/server/replay/compare-ledgers.ts';
import { exportEvents } from '../../src/server/replay/export-events.ts';
import { type Replay, replayLedger } from '../../src/server/replay/replay-ledger.ts';
import { UnreadableEvents } from '../../src/server/replay/replay-events.ts';
import { openScratch } from '../../stack/scratch-database.ts';
import type { Settings } from '../../stack/settings.ts';
import { required } from '../../stack/stack.ts';
import { failed, type Outcome, rootMessage } from './outcome.ts';
import { runByHand } from './run-by-hand.ts';
import { withServices } from './with-services.ts';

type Run = <T>(work: (services: Services) => Promise<T>) => Promise<T>;

const usage = `Which events? Write the stored ones to a file, then replay it:
  npm run replay -- --export events.jsonl
  npm run replay -- events.jsonl
In production name an empty database to work in, too:
  npm run replay -- events.jsonl --scratch postgres://user:password@host/scratch --production`;

const relations = z.object({ rows: z.tuple([z.object({ count: z.number() })]) });

const countOf = async (db: Database): Promise<number> =>
  relations.parse(
    await db.execute(sql`select count(*)::int as count from pg_class
      where relnamespace not in (
        select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema'
      )`),
  ).rows[0].count;

/** Host, port and name: what makes two addresses one database. */
const placeOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname.toLowerCase().replace('-pooler.', '.')}:${port || '5432'}${pathname}`;
};

const askedWrongly = (text: string): Outcome => ({ code: 2, text });

interface Scratch {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** The database to work in, made ready, or why it cannot be. */
const scratchOf = async (
  real: string,
  wanted: string | undefined,
  openLocal: () => Promise<Scratch>,
): Promise<Scratch | Outcome> => {
  if (wanted === undefined)
    return real === 'embedded' ? openLocal() : askedWrongly(`An empty database is needed.\n${usage}`);
  if (!/^postgres(ql)?:\/\//.test(wanted) || !URL.canParse(wanted))
    return askedWrongly('--scratch must name a PostgreSQL database: postgres://user:password@host/name');
  if (real !== 'embedded' && placeOf(wanted) === placeOf(real))
    return askedWrongly('--scratch names the real database. Name another, empty one.');
  const db = await connect(wanted);
  const count = await countOf(db).catch(rootMessage);
  if (typeof count === 'string')
    return askedWrongly(`--scratch names a database that cannot be reached (${count}).`);
  if (count > 0) return askedWrongly('--scratch names a database that is not empty. Name an empty one.');
  try {
    await migrateDatabase(wanted);
  } catch (error) {
    // The migrator may have left its own table there: it is not empty any more.
    const text = `The database that --scratch names was not migrated: ${whyNotMigrated(error)}. Name a new one.`;
    return { code: 3, text };
  }
  return { db, close: () => Promise.resolve() };
};

const amount = (value: LedgerDifference['real']): string =>
  typeof value === 'number' ? centsToDecimal(value) : (value ?? 'nothing');

const lineOf = ({ payment, code, what, real, replayed }: LedgerDifference): string =>
  `  payment ${payment}${code === null ? '' : `, affiliate ${code}`}: ${what} here: ${amount(real)}; by the events: ${amount(replayed)}`;

const outcomeOf = ({ events, failed: broken, differences }: Replay): Outcome => {
  const lines = [
    `Events replayed: ${String(events)}, failed: ${String(broken.length)}.`,
    ...broken.map(({ id, reason }) => `  ${id}: ${reason}`),
    differences.length === 0
      ? 'The ledger is equal to the one that the events give.'
      : `The ledger differs from the one that the events give: ${String(differences.length)}. Nothing was changed.`,
    ...differences.map(lineOf),
  ];
  return { code: differences.length + broken.length > 0 ? 1 : 0, text: lines.join('\n') };
};

/** The lines of a file, read as they are asked for. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

const save = async (file: string, run: Run): Promise<Outcome> => {
  if (existsSync(file)) return askedWrongly(`${file} exists already. Name a new file.`);
  try {
    await run(({ db }) =>
      pipeline(exportEvents({ db }), createWriteStream(file, { flags: 'wx', mode: 0o600 })),
    );
  } catch (error) {
    // Half of the events must not pass for all of them.
    await rm(file, { force: true });
    throw error;
  }
  return { code: 0, text: `The stored events are in ${file}.` };
};

const replay = async (
  file: string,
  [real, wanted]: readonly [string, string | undefined],
  run: Run,
  openLocal: () => Promise<Scratch>,
): Promise<Outcome> => {
  if (!existsSync(file)) return askedWrongly(`There is no file ${file}.`);
  const scratch = await scratchOf(real, wanted, openLocal);
  if ('code' in scratch) return scratch;
  const { db, close } = scratch;
  try {
    return outcomeOf(
      await run((services) =>
        replayLedger(services.db, () => newContext({ ...services, db }, randomUUID()), linesOf(file)),
      ),
    );
  } finally {
    await close();
  }
};

/**
 * `npm run replay`: rebuilds the ledger from stored events beside the real one and compares the two; or writes them to
 * a file.
 */
export const replayByHand = async (
  args: readonly string[],
  settings: Settings,
  run: Run = (work) => withServices(settings, work),
  openLocal = openScratch,
): Promise<Outcome> => {
  const [first, second, third, ...rest] = args;
  if (first === undefined || rest.length > 0) return askedWrongly(usage);
  try {
    if (first === '--export')
      return second === undefined || third !== undefined ? askedWrongly(usage) : await save(second, run);
    const isAlone = second === undefined;
    if (first.startsWith('--') || (!isAlone && (second !== '--scratch' || third === undefined)))
      return askedWrongly(usage);
    return await replay(first, [required(settings, 'DATABASE_URL'), third], run, openLocal);
  } catch (error) {
    return error instanceof UnreadableEvents ? askedWrongly(error.message) : failed(error);
  }
};

if (import.meta.main) await runByHand(replayByHand);
