import type { TestProject } from 'vitest/node';
import { seed } from '../../drizzle/seed.ts';
import {
  type FirebaseEmulator,
  startFirebaseEmulator,
  createDemoAccounts,
} from '../../stack/firebase/firebase.ts';
import { connectPostgres } from '../../stack/postgres/connect.ts';
import { type Postgres, startPostgres } from '../../stack/postgres/postgres.ts';
import { migratePostgres } from '../builds/postgres-database.ts';
import { migratedTemplate, projectId, seededTemplate } from './provided.ts';

const startSeededFirebase = async (): Promise<FirebaseEmulator> => {
  const identity = await startFirebaseEmulator({ port: 0, projectId, accountsFile: null });
  await createDemoAccounts(identity.url, projectId);
  return identity;
};

/** Starts PostgreSQL and creates the template databases that test files copy. */
const startPostgresWithTemplates = async (): Promise<Postgres> => {
  const postgres = await startPostgres({ isDurable: false });
  const url = await postgres.createDatabase(migratedTemplate);
  await migratePostgres(url);
  await postgres.createDatabase(seededTemplate, { template: migratedTemplate });
  const seeded = connectPostgres(new URL(`/${seededTemplate}`, url).href, { connections: 1 });
  await seed(seeded.db);
  await seeded.close();
  return postgres;
};

/** Starts the Firebase emulator and PostgreSQL, which all test files share. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const results = await Promise.allSettled([startSeededFirebase(), startPostgresWithTemplates()] as const);
  const [identity, postgres] = results;
  const close = async () => {
    if (identity.status === 'fulfilled') await identity.value.stop();
    if (postgres.status === 'fulfilled') await postgres.value.stop();
  };
  const failure = results.find((result) => result.status === 'rejected');
  if (failure || identity.status !== 'fulfilled' || postgres.status !== 'fulfilled') {
    await close();
    throw failure?.reason;
  }
  project.provide('identityUrl', identity.value.url);
  project.provide('postgresUrl', postgres.value.url);
  return close;
};
