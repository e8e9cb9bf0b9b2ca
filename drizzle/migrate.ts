import { Pool } from '@neondatabase/serverless';
import { drizzle } from 'drizzle-orm/neon-serverless';
import { migrate } from 'drizzle-orm/neon-serverless/migrator';

/** Brings the database that DATABASE_URL (or NETLIFY_DATABASE_URL) names to the newest schema. */
const url = process.env.DATABASE_URL ?? process.env.NETLIFY_DATABASE_URL;
if (!url || !/^postgres(ql)?:\/\//.test(url)) {
  console.error('DATABASE_URL must name a PostgreSQL database: postgres://user:password@host/name');
  process.exit(1);
}
const pool = new Pool({ connectionString: url, max: 1 });
await migrate(drizzle({ client: pool }), {
  migrationsFolder: new URL('./migrations', import.meta.url).pathname,
});
await pool.end();
console.log('The database is up to date.');
