import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { schemaVersion } from '../db/schema/version.ts';

/**
 * Throws `service-unavailable` if the database does not answer or lacks migrations of this version. Newer migrations are
 * fine.
 */
export async function checkHealth({ db }: Context): Promise<void> {
  try {
    const [rows = []] = await db.batch([
      sql`select 1 from drizzle.__drizzle_migrations where created_at >= ${schemaVersion} limit 1`,
    ]);
    if (rows.length === 0) throw new Error('Migrations are missing. Run: npm run db:migrate');
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
}
