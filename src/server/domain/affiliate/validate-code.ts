import { sql } from 'drizzle-orm';
import { normaliseCode } from '../../../shared/referral.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { affiliates } from '../../db/schema/affiliates.ts';

const prepare = (db: Database) =>
  db
    .select({ active: sql<boolean>`${affiliates.dateActivated} is not null` })
    .from(affiliates)
    .where(sql`${affiliates.code} = ${sql.placeholder('code')}`)
    .prepare('validate_code');

const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

/** Whether a code, in any case, belongs to an active affiliate. One prepared read. */
export const validateCode = async ({ db }: Context, text: string): Promise<boolean> => {
  const code = normaliseCode(text);
  if (!code) return false;
  let query = prepared.get(db);
  if (!query) prepared.set(db, (query = prepare(db)));
  const [row] = await query.execute({ code });
  return row?.active ?? false;
};
