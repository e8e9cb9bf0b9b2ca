import { sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';

/** Asks the database for a sign of life; throws `service-unavailable` when it gives none. */
export const checkHealth = async ({ db }: Context): Promise<void> => {
  try {
    await db.execute(sql`select 1`);
  } catch (cause) {
    throw problem('service-unavailable', { cause });
  }
};
