import * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import { migrateDatabase, whyNotMigrated } from '../../drizzle/migrate-database.ts';
import { centsToDecimal } from '../../src/shared/money.ts';
import { newContext } from '../../src/server/frame/context/context.ts';
import { connect } from '../../src/server/frame/db/connect.ts';
import type { Database } from '../../src/server/frame/context/database.ts';
import { oneRow } from '../../src/server/frame/db/sql.ts';
import type { LedgerDifference } from '../../src/server/admin/replay/compare-ledgers.ts';
import {
  exportEvents,
  type Replay,
  replayLedger,
  UnreadableEvents,
} from '../../src/server/admin/replay/replay-events.ts';
import { openScratch } from '../../stack/database.ts';
import type { Settings } from '../../stack/settings.ts';
import { required } from '../../stack/stack.ts';
import { type CommandResult, failureResult, rootMessage } from './command-result.ts';
import { runCommand } from './run-command.ts';
import { withServices, type WithServices } from './with-services.ts';

const usage = `Writes the stored events to a file, or replays a file:
  npm run replay -- --export events.jsonl
  npm run replay -- events.jsonl
In production, name an empty database to replay the events in:
  npm run replay -- events.jsonl --scratch postgres://user:password@host/scratch --production`;

/**
 * `npm run replay`: rebuilds the ledger from stored events in a scratch database, and compares it with the real ledger. With
 * `--export`, writes the stored events to a file.
 */
export async function runReplay(
  args: readonly string[],
  settings: Settings,
  run: WithServices = (work) => withServices(settings, work),
  openLocal = openScratch,
): Promise<CommandResult> {
  const [first, second, third, ...rest] = args;
  if (first === undefined || rest.length > 0) return usageError(usage);
  try {
    if (first === '--export')
      return second === undefined || third !== undefined ? usageError(usage) : await exportTo(second, run);
    const hasScratch = second === '--scratch' && third !== undefined;
    if (first.startsWith('--') || (second !== undefined && !hasScratch)) return usageError(usage);
    if (!existsSync(first)) return usageError(`There is no file ${first}.`);
    const scratch = await openScratchDatabase(required(settings, 'DATABASE_URL'), third, openLocal);
    return 'code' in scratch ? scratch : await replayFile(first, scratch, run);
  } catch (error) {
    return error instanceof UnreadableEvents ? usageError(error.message) : failureResult(error);
  }
}

function usageError(text: string): CommandResult {
  return { code: 2, text };
}

async function exportTo(file: string, run: WithServices): Promise<CommandResult> {
  if (existsSync(file)) return usageError(`${file} exists already. Name a new file.`);
  try {
    await run(({ db }) =>
      pipeline(exportEvents({ db }), createWriteStream(file, { flags: 'wx', mode: 0o600 })),
    );
  } catch (error) {
    // An incomplete file must not pass for a complete one.
    await rm(file, { force: true });
    throw error;
  }
  return { code: 0, text: `The stored events are in ${file}.` };
}

interface Scratch {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

/** Opens and migrates the empty database for a replay, or returns why it cannot be used. */
async function openScratchDatabase(
  realUrl: string,
  scratchUrl: string | undefined,
  openLocal: () => Promise<Scratch>,
): Promise<Scratch | CommandResult> {
  if (scratchUrl === undefined)
    return realUrl === 'embedded' ? openLocal() : usageError(`An empty database is needed.\n${usage}`);
  if (!/^postgres(ql)?:\/\//.test(scratchUrl) || !URL.canParse(scratchUrl))
    return usageError('--scratch must name a PostgreSQL database: postgres://user:password@host/name');
  if (realUrl !== 'embedded' && databaseKey(scratchUrl) === databaseKey(realUrl))
    return usageError('--scratch names the real database. Name another, empty one.');
  const db = await connect(scratchUrl);
  const count = await countRelations(db).catch(rootMessage);
  if (typeof count === 'string')
    return usageError(`--scratch names a database that cannot be reached (${count}).`);
  if (count > 0) return usageError('--scratch names a database that is not empty. Name an empty one.');
  try {
    await migrateDatabase(scratchUrl);
  } catch (error) {
    // The migrator may have created its own table, so the database is not empty any longer.
    const text = `The database that --scratch names was not migrated: ${whyNotMigrated(error)}. Name a new one.`;
    return { code: 3, text };
  }
  return { db, close: () => Promise.resolve() };
}

/** Returns host, port and name of a database. They are the same with and without Neon’s pooler. */
function databaseKey(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname.toLowerCase().replace('-pooler.', '.')}:${port || '5432'}${pathname}`;
}

async function countRelations(db: Database): Promise<number> {
  const statement = sql`select count(*)::int as count from pg_class
    where relnamespace not in (
      select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema'
    )`;
  return (await oneRow(db, statement, z.object({ count: z.number() }))).count;
}

async function replayFile(file: string, { db, close }: Scratch, run: WithServices): Promise<CommandResult> {
  try {
    return replayResult(
      await run((services) =>
        replayLedger(services.db, () => newContext({ ...services, db }, randomUUID()), readLines(file)),
      ),
    );
  } finally {
    await close();
  }
}

/** Opens the file at the first read. A readline interface drops lines that it reads before the iteration begins. */
async function* readLines(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

function replayResult({ events, failed, differences }: Replay): CommandResult {
  const lines = [
    `Events replayed: ${String(events)}, failed: ${String(failed.length)}.`,
    ...failed.map(({ id, reason }) => `  ${id}: ${reason}`),
    differences.length === 0
      ? 'The ledger equals the ledger that the events give.'
      : `The ledger differs from the ledger that the events give: ${String(differences.length)}. Nothing was changed.`,
    ...differences.map(differenceLine),
  ];
  return { code: differences.length + failed.length > 0 ? 1 : 0, text: lines.join('\n') };
}

function differenceLine({ payment, code, aspect, real, replayed }: LedgerDifference): string {
  return `  payment ${payment}${code === null ? '' : `, affiliate ${code}`}: ${aspect} here: ${amountText(real)}; by the events: ${amountText(replayed)}`;
}

function amountText(value: LedgerDifference['real']): string {
  return typeof value === 'number' ? centsToDecimal(value) : (value ?? 'nothing');
}

if (import.meta.main) await runCommand(runReplay);
