import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { isNeonHost, isPooled } from '../../../drizzle/neon-host.ts';
import { connect } from '../../../src/server/frame/db/connect.ts';
import type { Database } from '../../../src/server/frame/context/database.ts';
import { postgresError } from '../../../src/server/frame/db/errors.ts';
import { inProject } from '../../../stack/paths.ts';
import { rootMessage } from '../command-result.ts';
import { type Check, type Finding, findings } from './check.ts';

const folder = inProject('drizzle/migrations');

export const checkDatabase: Check = {
  name: 'database',
  needs: ['DATABASE_URL'],
  run: async ({ env: { DATABASE_URL: url } }) => {
    const { good, wrong, unchecked } = findings('database');
    if (url === 'embedded') return [unchecked('npm start opens the embedded database and migrates it')];
    let db: Database;
    try {
      db = await connect(url);
      await db.execute(sql`select 1`);
    } catch (error) {
      return [
        wrong(
          `${new URL(url).hostname} does not answer (${rootMessage(error)}). Copy DATABASE_URL from Neon's Connect dialog; other PostgreSQL servers do not speak Neon's HTTP protocol. Is the project suspended?`,
        ),
      ];
    }
    return [
      good('answers'),
      ...checkAddress(url),
      ...(await checkJit(db)),
      await checkMigrations(db),
      await checkTriggers(db),
    ];
  },
};

/** Recommends Neon's pooled address, which lets parallel functions share connections. */
export function checkAddress(url: string): readonly Finding[] {
  const { hostname } = new URL(url);
  if (!isNeonHost(hostname) || isPooled(hostname)) return [];
  return [
    findings('database').advice(
      'DATABASE_URL is the direct address. Use the pooled one (-pooler in the host), which takes far more functions at once; npm run db:migrate derives the direct one.',
    ),
  ];
}

/** Recommends turning JIT off, as the migrations do where they may. */
async function checkJit(db: Database): Promise<readonly Finding[]> {
  const rows = await db.execute<{ jit: string }>(sql`select current_setting('jit') as jit`);
  if (rows[0]?.jit !== 'on') return [];
  return [
    findings('database').advice(
      'JIT is on, which makes long lists slow. Run as the owner: alter database NAME set jit = off',
    ),
  ];
}

interface MigrationRow extends Record<string, unknown> {
  readonly hash: string;
  readonly created_at: number;
}

async function checkMigrations(db: Database): Promise<Finding> {
  const { good, wrong } = findings('migrations');
  const files = readMigrationFiles({ migrationsFolder: folder });
  let rows: MigrationRow[];
  try {
    rows = await db.execute<MigrationRow>(
      sql`select hash, created_at::float8 as created_at from drizzle.__drizzle_migrations`,
    );
  } catch (error) {
    // The first migration creates the schema and the table.
    if (!['42P01', '3F000'].includes(postgresError(error)?.code ?? '')) throw error;
    rows = [];
  }
  const hashes = new Map(rows.map(({ created_at, hash }) => [created_at, hash]));
  const missing = files.filter(({ folderMillis }) => !hashes.has(folderMillis)).length;
  if (missing > 0) return wrong(`${String(missing)} are not applied. Run: npm run db:migrate`);
  const unknown = rows.length - files.length;
  if (unknown > 0)
    return wrong(`${String(unknown)} are applied that this version does not have. Deploy the newer code.`);
  const changed = files.filter(({ folderMillis, hash }) => hashes.get(folderMillis) !== hash).length;
  return changed > 0
    ? wrong(`${String(changed)} were changed after they were applied. Restore their files from git.`)
    : good(`all ${String(files.length)} are applied`);
}

async function checkTriggers(db: Database): Promise<Finding> {
  const { good, wrong } = findings('triggers');
  // `tgenabled` is O or A for a trigger that fires for ordinary clients, and D for a disabled one.
  const rows = await db.execute<{ name: string }>(
    sql`select tgrelid::regclass::text || '.' || tgname as name from pg_trigger
        where not tgisinternal and tgenabled in ('O', 'A')`,
  );
  const active = new Set(rows.map(({ name }) => name));
  const triggers = migratedTriggers();
  const missing = [...triggers].filter((name) => !active.has(name));
  return missing.length > 0
    ? wrong(
        `missing or disabled: ${missing.join(', ')}. Without them the books can be changed; restore them from drizzle/migrations.`,
      )
    : good(`all ${String(triggers.size)} are enabled`);
}

/** Returns the triggers, as `table.trigger`, that exist once all migrations are applied. */
function migratedTriggers(): ReadonlySet<string> {
  // Matches the verb, the trigger and its table: `CREATE TRIGGER name … ON table` and `DROP TRIGGER name ON table`.
  const statement =
    /^\s*(CREATE(?: OR REPLACE)?(?: CONSTRAINT)?|DROP) TRIGGER (?:IF EXISTS )?(\w+)[^;]*?\sON "?(\w+)"?/gim;
  const triggers = new Set<string>();
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort())
    for (const [, verb = '', trigger = '', table = ''] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(
      statement,
    ))
      if (verb.toUpperCase() === 'DROP') triggers.delete(`${table}.${trigger}`);
      else triggers.add(`${table}.${trigger}`);
  return triggers;
}
