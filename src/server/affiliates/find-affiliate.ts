import { and, eq, sql } from 'drizzle-orm';
import { type Context, isAdmin } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { type Affiliate, affiliateJson } from './affiliate.ts';
import { isOwnersRow } from './owners-row.ts';

export interface FoundAffiliate {
  readonly affiliate: Affiliate;
  /** The account that owns the record; null for nobody yet. */
  readonly ownerUid: string | null;
}

/**
 * Returns the affiliate with this email, whatever its case: for an admin any, for anybody else the record that is theirs.
 * Undefined for a record that is not theirs, as for a missing one.
 */
export async function findAffiliate(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  email: string,
): Promise<FoundAffiliate | undefined> {
  const isVisible =
    actor.kind === 'user' && !actor.admin ? isOwnersRow(actor) : sql`${isAdmin(actor)}::boolean`;
  const [found] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`), ownerUid: affiliates.ownerUid })
    .from(affiliates)
    .where(and(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`), isVisible));
  return found;
}
