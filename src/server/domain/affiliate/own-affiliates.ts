import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { type Affiliate, toAffiliate } from './affiliate.ts';

/** The caller's own record, found by the email of their account, in a list; an empty one where there is none. */
export const ownAffiliates = async ({ db, actor }: Context): Promise<readonly Affiliate[]> => {
  if (actor.kind !== 'user' || actor.email === null) return [];
  const rows = await db
    .select()
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${actor.email})`));
  return rows.map(toAffiliate);
};
