import { eq, sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { type Affiliate, affiliateJson } from './affiliate.ts';

/** The affiliate with this id, closed or not. Throws `affiliate-missing`. */
export const showAffiliate = async ({ db }: Context, id: string): Promise<Affiliate> => {
  const [found] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`) })
    .from(affiliates)
    .where(eq(affiliates.id, id));
  if (!found) throw problem('affiliate-missing');
  return found.affiliate;
};
