import { postgresError } from '../src/server/db/errors.ts';
import { migrateDatabase } from './migrate-database.ts';

/** What is at the bottom of a failure; a WebSocket's is an event, which holds no more than a message. */
const whyOf = (error: unknown): string => {
  if (error instanceof Error && error.cause !== undefined) return whyOf(error.cause);
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' && message ? message : 'it does not answer';
};

/** `npm run db:migrate`: migrates what DATABASE_URL (or NETLIFY_DATABASE_URL) names. */
const url = process.env.DATABASE_URL || process.env.NETLIFY_DATABASE_URL || '';
if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
  console.error('DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name');
  process.exit(2);
}
try {
  await migrateDatabase(url);
  console.log('The database is up to date.');
} catch (error) {
  console.error(`The database at ${new URL(url).host} was not migrated: ${whyOf(error)}`);
  // What the server refused is a statement of a migration's.
  if (postgresError(error) && error instanceof Error) console.error(error.message);
  process.exit(3);
}
