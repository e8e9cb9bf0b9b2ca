import { eq, sql } from 'drizzle-orm';
import { type Problem, problem } from '../../shared/problems.ts';
import type { Database } from '../db/database.ts';
import { affiliates } from '../db/schema/affiliates.ts';

/**
 * Why an affiliate could not be inserted: `affiliate-email-taken` before `affiliate-code-taken`. Asked after the
 * insert, in a statement of its own, so that it sees a row that was written at the same time.
 */
export const findConflict = async (db: Pick<Database, 'select'>, email: string): Promise<Problem> => {
  const [taken] = await db
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`));
  return problem(taken ? 'affiliate-email-taken' : 'affiliate-code-taken');
};
