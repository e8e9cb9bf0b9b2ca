import { postgresError } from '../src/server/frame/db/errors.ts';
import { migrateDatabase, whyNotMigrated } from './migrate-database.ts';

/** `npm run db:migrate`: migrates the database of DATABASE_URL or NETLIFY_DATABASE_URL. */
const url = process.env.DATABASE_URL || process.env.NETLIFY_DATABASE_URL || '';
if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
  console.error('DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name');
  process.exit(2);
}
try {
  await migrateDatabase(url);
  console.log('The database is up to date.');
} catch (error) {
  console.error(`The database at ${new URL(url).host} was not migrated: ${whyNotMigrated(error)}`);
  // PostgreSQL refused a statement. Drizzle’s message quotes the statement.
  if (postgresError(error) && error instanceof Error) console.error(error.message);
  process.exit(3);
}
