import { sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import journal from '../../../../drizzle/migrations/meta/_journal.json' with { type: 'json' };

/** The time of the newest migration, milliseconds since 1970. The database stores it, too. */
const newestMigration = Math.max(...journal.entries.map(({ when }) => when));

/**
 * Throws `service-unavailable` if the database does not answer or lacks migrations of this version. Newer migrations are
 * fine.
 */
export async function checkHealth({ db }: Pick<Context, 'db'>): Promise<void> {
  try {
    const [rows] = await db.atomically((tx) => [
      tx
        .select({ one: sql`1` })
        .from(sql`drizzle.__drizzle_migrations`)
        .where(sql`${sql.identifier('created_at')} >= ${newestMigration}`)
        .limit(1),
    ]);
    if (rows.length === 0) throw new Error('Migrations are missing. Run: npm run db:migrate');
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
}
