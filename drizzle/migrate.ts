import { migrateDatabase } from './migrate-database.ts';

/** `npm run db:migrate`: migrates what DATABASE_URL (or NETLIFY_DATABASE_URL) names. */
const url = process.env.DATABASE_URL || process.env.NETLIFY_DATABASE_URL || '';
if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
  console.error('DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name');
  process.exit(1);
}
await migrateDatabase(url);
console.log('The database is up to date.');
