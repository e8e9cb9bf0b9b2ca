import { readdirSync, readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { connect } from '../../../src/server/db/connect.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { postgresError } from '../../../src/server/db/errors.ts';
import { rowsOf } from '../../../src/server/db/sql/one-row.ts';
import { inProject } from '../../../stack/paths.ts';
import { isNeonHost, isPooled } from '../../../drizzle/neon-host.ts';
import { about, type Check, type Finding } from './check.ts';
import { isUnreachable, whyOf } from './why.ts';

const folder = inProject('drizzle/migrations');

const database = about('database');
const migrations = about('migrations');
const guards = about('guards');
const clock = about('clocks');

/** The farthest that two clocks may be apart, in milliseconds; limits and leases go by them. */
const clockTolerance = 5_000;

const checkClock = async (db: Database): Promise<Finding> => {
  const before = Date.now();
  const [row] = await rowsOf(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    z.object({ now: z.coerce.number() }),
  );
  const after = Date.now();
  const theirs = row?.now ?? 0;
  const apart = Math.max(0, before - theirs, theirs - after);
  return apart > clockTolerance
    ? clock.wrong(
        `this machine's and the database's are ${String(Math.round(apart / 1_000))} s apart. Set this one.`,
      )
    : clock.good("this machine's and the database's agree");
};

const applied = z.object({ hash: z.string(), created_at: z.coerce.number() });

const checkMigrations = async (db: Database): Promise<Finding> => {
  const wanted = readMigrationFiles({ migrationsFolder: folder });
  let found: z.infer<typeof applied>[];
  try {
    found = await rowsOf(db, sql`select hash, created_at from drizzle.__drizzle_migrations`, applied);
  } catch (error) {
    // The table, or its schema, is made by the first migration.
    if (!['42P01', '3F000'].includes(postgresError(error)?.code ?? '')) throw error;
    return migrations.wrong('none was ever applied. Run: npm run db:migrate');
  }
  const ofFiles = new Map(wanted.map(({ folderMillis, hash }) => [folderMillis, hash]));
  const ofDatabase = new Map(found.map(({ created_at, hash }) => [created_at, hash]));
  const missing = wanted.filter(({ folderMillis }) => !ofDatabase.has(folderMillis)).length;
  const unknown = found.filter(({ created_at }) => !ofFiles.has(created_at)).length;
  const changed = wanted.filter(
    ({ folderMillis, hash }) => (ofDatabase.get(folderMillis) ?? hash) !== hash,
  ).length;
  if (missing > 0) return migrations.wrong(`${String(missing)} are not applied. Run: npm run db:migrate`);
  if (unknown > 0)
    return migrations.wrong(
      `${String(unknown)} are applied that this version does not have. Deploy the newer code, or ask who migrated.`,
    );
  if (changed > 0)
    return migrations.wrong(
      `${String(changed)} were changed after they had been applied. Restore their files from git.`,
    );
  return migrations.good(`all ${String(wanted.length)} are applied, and no other`);
};

/** The triggers that the migrations leave behind, `table.trigger`, in the order they are made and dropped. */
const wantedTriggers = (): ReadonlySet<string> => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const statements = files
    .sort()
    .flatMap((file) => [
      ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(
        /^\s*(CREATE(?: OR REPLACE)?(?: CONSTRAINT)?|DROP) TRIGGER (?:IF EXISTS )?(\w+)[^;]*?\sON "?(\w+)"?/gim,
      ),
    ]);
  const wanted = new Set<string>();
  for (const [, verb = '', trigger = '', table = ''] of statements)
    if (verb.toUpperCase() === 'DROP') wanted.delete(`${table}.${trigger}`);
    else wanted.add(`${table}.${trigger}`);
  return wanted;
};

const checkGuards = async (db: Database): Promise<Finding> => {
  const wanted = wantedTriggers();
  const found = await rowsOf(
    db,
    sql`select tgrelid::regclass::text || '.' || tgname as name from pg_trigger
        where not tgisinternal and tgenabled in ('O', 'A')`,
    z.object({ name: z.string() }),
  );
  const present = new Set(found.map(({ name }) => name));
  const missing = [...wanted].filter((name) => !present.has(name));
  return missing.length > 0
    ? guards.wrong(
        `missing or switched off: ${missing.join(', ')}. Until they are back, books can be changed; restore them from drizzle/migrations.`,
      )
    : guards.good(`all ${String(wanted.size)} triggers are in force`);
};

/** Why a database does not answer, and what to do. */
export const databaseFault = (url: string, error: unknown): Finding => {
  const { hostname } = new URL(url);
  const why = whyOf(error);
  if (!isNeonHost(hostname) && !postgresError(error))
    return database.wrong(
      `${hostname} is no host of Neon's (…neon.tech), and the site asks its database over Neon's HTTP protocol, which an ordinary PostgreSQL does not speak (${why}). Copy DATABASE_URL from Neon's Connect dialog.`,
    );
  if (isUnreachable(error))
    return database.wrong(
      `${hostname} cannot be reached (${why}). Is there a network, and is the host that of Neon's Connect dialog?`,
    );
  return database.wrong(
    `cannot be reached (${why}). Compare DATABASE_URL with Neon's Connect dialog; is the project suspended?`,
  );
};

/** What Neon advises for functions: many of them at once take few connections of the database. */
export const examineAddress = (url: string): readonly Finding[] => {
  const { hostname } = new URL(url);
  return !isNeonHost(hostname) || isPooled(hostname)
    ? []
    : [
        database.advice(
          'DATABASE_URL is the direct address. Copy the pooled one (-pooler in the host), which takes far more functions at once; npm run db:migrate finds the direct one by itself.',
        ),
      ];
};

/** A database that answers; one that does not is an error, and so is an address of none. */
const open = async (url: string): Promise<Database> => {
  const db = await connect(url);
  await db.execute(sql`select 1`);
  return db;
};

/** Whether the database answers, has this version's tables and guards, and the same time. */
export const checkDatabase: Check = {
  name: 'database',
  needs: ['DATABASE_URL'],
  run: async ({ env: { DATABASE_URL: url } }) => {
    if (url === 'embedded')
      return [
        database.unchecked('npm start owns the embedded one, and migrates it at every start'),
        migrations.unchecked('npm start applies them'),
        guards.unchecked('the migrations make them, and the tests hold them'),
        clock.unchecked('the embedded one has the clock of this machine'),
      ];
    let db: Database;
    try {
      db = await open(url);
    } catch (error) {
      return [databaseFault(url, error)];
    }
    return [
      database.good('answers'),
      ...examineAddress(url),
      ...(await Promise.all([checkMigrations(db), checkGuards(db), checkClock(db)])),
    ];
  },
};
