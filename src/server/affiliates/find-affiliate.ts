import { and, eq, sql } from 'drizzle-orm';
import { type Actor, type Context, isAdmin } from '../context.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { type Affiliate, affiliateJson, isOwnersRow } from './affiliate.ts';
import { confirmOwner } from './confirm-owner.ts';
import { problem } from '../../shared/problems.ts';
import { emailAddress } from '../../shared/schemas/text.ts';

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

/**
 * Returns the caller's own record, found by the email of their account; undefined if there is none. The first time that the
 * account comes with a confirmed email, the record is theirs from then on.
 */
export async function findOwnAffiliate(context: Context): Promise<Affiliate | undefined> {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null) return undefined;
  const own = await findAffiliate(context, actor.email);
  if (!own) return undefined;
  const isTheirs = own.ownerUid === actor.uid && own.affiliate.email_confirmed;
  if (isTheirs || !(await confirmOwner(context))) return own.affiliate;
  return (await findAffiliate(context, actor.email))?.affiliate;
}

/**
 * The affiliate with this email: anybody's for an admin, else the caller's own. Throws `affiliate-not-found` for a
 * missing one, for somebody else's without having looked, and for a text that is no email.
 */
export const lookUpAffiliate = async (context: Context, text: string): Promise<Affiliate> => {
  const address = emailAddress.safeParse(text.trim()).data;
  if (address === undefined) throw problem('affiliate-not-found');
  const found = isAdmin(context.actor)
    ? (await findAffiliate(context, address))?.affiliate
    : isOwnAddress(context.actor, address)
      ? await findOwnAffiliate(context)
      : undefined;
  if (!found) throw problem('affiliate-not-found');
  return found;
};

/** The affiliate with this id, closed or not. Throws `affiliate-missing`. */
export const showAffiliate = async ({ db }: Context, id: string): Promise<Affiliate> => {
  const [found] = await db
    .select({ affiliate: affiliateJson(sql`affiliates`) })
    .from(affiliates)
    .where(eq(affiliates.id, id));
  if (!found) throw problem('affiliate-missing');
  return found.affiliate;
};

/** Whether an address, in any case, is that of the caller's account. */
export const isOwnAddress = (actor: Actor, address: string): actor is Extract<Actor, { kind: 'user' }> =>
  actor.kind === 'user' && actor.email?.toLowerCase() === address.toLowerCase();
