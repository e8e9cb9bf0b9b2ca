import type { SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';

const answer = z.object({ rows: z.tuple([z.unknown()]) });

/** Runs a statement that answers with exactly one row, in one round trip, and gives the row. */
export const oneRow = async <T>(
  db: Pick<Database, 'execute'>,
  statement: SQL,
  shape: z.ZodMiniType<T>,
): Promise<T> => shape.parse(answer.parse(await db.execute(statement)).rows[0]);
