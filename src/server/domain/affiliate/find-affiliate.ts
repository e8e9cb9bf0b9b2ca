import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { type Affiliate, affiliateJson } from './affiliate.ts';

/** The affiliate with this email, whatever its case, or undefined. */
export const findAffiliate = async (
  db: Pick<Database, 'select'>,
  email: string,
): Promise<Affiliate | undefined> => {
  const [found] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`) })
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`));
  return found?.affiliate;
};
