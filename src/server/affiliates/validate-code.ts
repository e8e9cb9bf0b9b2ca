import { sql } from 'drizzle-orm';
import { normaliseCode } from '../../shared/referral.ts';
import type { Context } from '../context.ts';
import { preparedQuery } from '../db/prepared.ts';
import { affiliates } from '../db/schema/affiliates.ts';

const activity = preparedQuery((db) =>
  db
    .select({ active: sql<boolean>`${affiliates.dateActivated} is not null` })
    .from(affiliates)
    .where(sql`${affiliates.code} = ${sql.placeholder('code')}`)
    .prepare('validate_code'),
);

/** Whether a code, in any case, belongs to an active affiliate. One prepared read. */
export const validateCode = async ({ db }: Context, text: string): Promise<boolean> => {
  const code = normaliseCode(text);
  if (!code) return false;
  const [row] = await activity(db).execute({ code });
  return row?.active ?? false;
};
