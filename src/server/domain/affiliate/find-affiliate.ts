import { eq, sql } from 'drizzle-orm';
import { type Context, isAdmin } from '../../context.ts';
import { affiliates } from '../../db/schema/affiliates.ts';
import { type Affiliate, affiliateJson } from './affiliate.ts';
import { isOwnersRow } from './owners-row.ts';

/** Whether the row is the caller's beyond its address, which anybody could have signed up with; an admin's is each. */
const isTheirs = (actor: Context['actor']) =>
  actor.kind === 'user' && !actor.admin ? isOwnersRow(actor) : sql<boolean>`${isAdmin(actor)}::boolean`;

/**
 * The affiliate with this email, whatever its case, or undefined. Whose address the record names besides is told to whom it
 * belongs alone.
 */
export const findAffiliate = async (
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  email: string,
): Promise<Affiliate | undefined> => {
  const [found] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`), isTheirs: isTheirs(actor) })
    .from(affiliates)
    .where(eq(sql`lower(${affiliates.email})`, sql`lower(${email})`));
  return found && (found.isTheirs ? found.affiliate : { ...found.affiliate, referred_by: null });
};
