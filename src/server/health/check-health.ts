import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { schemaVersion } from '../db/schema/version.ts';

/** Whether all migrations of this version were applied; those of a newer one change nothing for it. */
const isMigrated = async ({ db }: Context): Promise<boolean> => {
  const [found = []] = await db.batch([
    sql`select 1 from drizzle.__drizzle_migrations where created_at >= ${schemaVersion} limit 1`,
  ]);
  return found.length > 0;
};

/**
 * Asks the database for a sign of life, and whether it has the schema that this version needs. Throws `service-unavailable`
 * when it gives none, or has an older one.
 */
export const checkHealth = async (context: Context): Promise<void> => {
  try {
    if (!(await isMigrated(context))) throw new Error('Migrations are missing. Run: npm run db:migrate');
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
};
