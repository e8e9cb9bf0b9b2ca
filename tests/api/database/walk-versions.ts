import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import * as z from 'zod';
import { inProject } from '../../../stack/paths.ts';

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });
const readJournal = async () =>
  journal.parse(JSON.parse(await readFile(inProject('drizzle/migrations/meta/_journal.json'), 'utf8')));

/** The names of all migrations, oldest first. */
export const migrationTags = async (): Promise<readonly string[]> =>
  (await readJournal()).entries.map(({ tag }) => tag);

/** Brings a database to the schema that it had after the first `count` migrations, by Drizzle's own migrator. */
const migrateTo = async (pool: pg.Pool, count: number): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kithbook-migrations-'));
  try {
    const { entries, ...rest } = await readJournal();
    const kept = entries.slice(0, count);
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...rest, entries: kept }));
    for (const { tag } of kept)
      await cp(inProject('drizzle/migrations', `${tag}.sql`), path.join(folder, `${tag}.sql`));
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The rows that a version's tables can hold, as SQL; null where no file of them is. */
const rowsOf = async (tag: string): Promise<string | null> => {
  const file = inProject('tests/api/database/versions', `${tag}.sql`);
  return existsSync(file) ? readFile(file, 'utf8') : null;
};

/** What is looked at on the way. */
interface Watch {
  readonly before?: (tag: string) => Promise<void>;
  readonly after?: (tag: string) => Promise<void>;
}

/**
 * Takes an empty database through all migrations one by one. Each version's rows are written when its migration is done,
 * so that every later migration finds rows of every earlier version.
 */
export const walkVersions = async (pool: pg.Pool, { before, after }: Watch = {}): Promise<void> => {
  const tags = await migrationTags();
  for (const [index, tag] of tags.entries()) {
    await before?.(tag);
    await migrateTo(pool, index + 1);
    await after?.(tag);
    const rows = await rowsOf(tag);
    if (rows !== null) await pool.query(rows);
  }
};
