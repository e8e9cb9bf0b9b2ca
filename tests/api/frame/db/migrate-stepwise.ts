import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { inProject } from '../../../../stack/paths.ts';
import { baselineTag, laterTags, migrations, migrationTags } from '../../../migration-tags.ts';
import { readAllRows, rowChanges } from './all-rows.ts';

/**
 * Takes an empty database to the baseline, then through the later migrations one by one. After each step it inserts the
 * step's rows (`rows/TAG.sql`, if that file exists), so that a migration meets rows of every earlier schema. Returns for
 * each later migration the rows that it changed.
 */
export async function migrateStepwise(pool: pg.Pool): Promise<Readonly<Record<string, readonly string[]>>> {
  await migrateTo(pool, baselineTag);
  await insertRows(pool, baselineTag);
  const changes: Record<string, readonly string[]> = {};
  for (const tag of laterTags) {
    const before = await readAllRows(pool);
    await migrateTo(pool, tag);
    changes[tag] = rowChanges(before, await readAllRows(pool));
    await insertRows(pool, tag);
  }
  return changes;
}

/** Applies the migrations up to this one with Drizzle's own migrator, from a copy of the folder without the later migrations. */
async function migrateTo(pool: pg.Pool, tag: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kithbook-migrations-'));
  try {
    const count = migrationTags.indexOf(tag) + 1;
    const entries = migrations.slice(0, count).map((entry) => ({ ...entry, breakpoints: true }));
    await mkdir(path.join(folder, 'meta'));
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    for (const file of migrationTags.slice(0, count).map((name) => `${name}.sql`))
      await cp(inProject('drizzle/migrations', file), path.join(folder, file));
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function insertRows(pool: pg.Pool, tag: string): Promise<void> {
  const file = inProject('tests/api/frame/db/rows', `${tag}.sql`);
  if (existsSync(file)) await pool.query(await readFile(file, 'utf8'));
}
