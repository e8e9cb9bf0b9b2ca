import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../stack/database.ts';
import { type Identity, startIdentity } from '../stack/identity/identity.ts';
import { seedAccounts } from '../stack/identity/seed-accounts.ts';
import { inProject } from '../stack/paths.ts';
import { type Postgres, startPostgres } from '../stack/postgres/postgres.ts';
import { projectId, templateDatabase } from './provided.ts';

const startSeededIdentity = async (): Promise<Identity> => {
  const identity = await startIdentity({ port: 0, projectId, accountsFile: null });
  await seedAccounts(identity.url, projectId);
  return identity;
};

/** The server, with one migrated database that each test file copies. */
const startMigratedPostgres = async (): Promise<Postgres> => {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase(templateDatabase), max: 1 });
  await migrate(drizzle(pool), { migrationsFolder: inProject('drizzle/migrations') });
  await pool.end();
  return postgres;
};

const writeDump = async (file: string): Promise<void> => {
  const database = await openDatabase(null);
  await writeFile(file, (await database.dump()).stream());
  await database.close();
};

/** What every test file shares, started once: identity emulator, PostgreSQL, and a dump of the embedded database. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kithbook-api-'));
  const dump = path.join(folder, 'database.tar');
  const started = await Promise.allSettled([
    startSeededIdentity(),
    startMigratedPostgres(),
    writeDump(dump),
  ] as const);
  const [identity, postgres] = started;
  const close = async () => {
    if (identity.status === 'fulfilled') await identity.value.stop();
    if (postgres.status === 'fulfilled') await postgres.value.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const failed = started.find((result) => result.status === 'rejected');
  if (failed || identity.status !== 'fulfilled' || postgres.status !== 'fulfilled') {
    await close();
    throw failed?.reason;
  }
  project.provide('dump', dump);
  project.provide('identityUrl', identity.value.url);
  project.provide('postgresUrl', postgres.value.url);
  return close;
};
