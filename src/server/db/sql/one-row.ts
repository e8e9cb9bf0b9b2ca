import type { SQL, SQLWrapper } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';

const one = z.tuple([z.unknown()]);
const answer = z.object({ rows: one });

/** Runs a statement that answers with exactly one row, in one round trip, and gives the row. */
export const oneRow = async <T>(
  db: Pick<Database, 'execute'>,
  statement: SQL,
  shape: z.ZodMiniType<T>,
): Promise<T> => shape.parse(answer.parse(await db.execute(statement)).rows[0]);

/** The rows of a statement, in one round trip. */
export const rowsOf = async <T>(
  db: Pick<Database, 'execute'>,
  statement: SQL,
  row: z.ZodMiniType<T>,
): Promise<T[]> => z.object({ rows: z.array(row) }).parse(await db.execute(statement)).rows;

/** Sends a batch whose last statement answers with exactly one row, and gives the row. */
export const lastRow = async <T>(
  db: Pick<Database, 'batch'>,
  statements: readonly SQLWrapper[],
  shape: z.ZodMiniType<T>,
): Promise<T> => shape.parse(one.parse((await db.batch(statements)).at(-1))[0]);
