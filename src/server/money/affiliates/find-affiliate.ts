import { and, eq, sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { emailAddress } from '../../../shared/schemas/text.ts';
import { type Context, hasStaffRole, isOwnAddress } from '../../frame/context/context.ts';
import { affiliates } from '../../frame/db/schema/affiliates.ts';
import type { IdentityUser } from '../../frame/context/identity.ts';
import { type Affiliate, affiliateColumns, hasEmail } from './affiliate.ts';
import { confirmOwner } from './confirm-owner.ts';

export interface FoundAffiliate {
  readonly affiliate: Affiliate;
  /** The uid of the account that owns the affiliate; null without an owner. */
  readonly ownerUid: string | null;
}

/**
 * Finds an affiliate by email, in any letter case. People with a role find every affiliate, other users only their own. Returns
 * undefined for a missing affiliate and for one that the caller may not see.
 */
async function findAffiliate(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  email: string,
): Promise<FoundAffiliate | undefined> {
  const isVisible =
    actor.kind === 'user' && actor.role === null
      ? ownedBy(actor)
      : sql`${hasStaffRole(actor, 'viewer')}::boolean`;
  const [row] = await db
    .select({ affiliate: affiliateColumns, ownerUid: affiliates.ownerUid })
    .from(affiliates)
    .where(and(hasEmail(email), isVisible));
  return row;
}

/**
 * Finds the caller's own affiliate by the email of their account. If the account has confirmed that email, the account
 * becomes the owner of the affiliate.
 */
export async function findOwnAffiliate(context: Context): Promise<Affiliate | undefined> {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null) return undefined;
  const own = await findAffiliate(context, actor.email);
  if (!own) return undefined;
  const isConfirmedOwner = own.ownerUid === actor.uid && own.affiliate.email_confirmed;
  if (isConfirmedOwner || !(await confirmOwner(context))) return own.affiliate;
  return (await findAffiliate(context, actor.email))?.affiliate;
}

/**
 * Finds an affiliate by email: any affiliate for somebody with a role, otherwise the caller's own. Throws `affiliate-not-found`, also
 * for an invalid email. A query for somebody else's email does not reach the database.
 */
export async function lookUpAffiliate(context: Context, text: string): Promise<Affiliate> {
  const address = emailAddress.safeParse(text.trim()).data;
  if (address === undefined) throw problem('affiliate-not-found');
  const found = hasStaffRole(context.actor, 'viewer')
    ? (await findAffiliate(context, address))?.affiliate
    : isOwnAddress(context.actor, address)
      ? await findOwnAffiliate(context)
      : undefined;
  if (!found) throw problem('affiliate-not-found');
  return found;
}

/**
 * SQL condition on `affiliates` for the affiliate with this id, if the caller may read it. People with a role may read every affiliate.
 * Without an id, it selects the caller's own affiliate.
 */
export function affiliateScope({ actor }: Pick<Context, 'actor'>, id?: string): SQL {
  const isOwn =
    actor.kind === 'user' && actor.email !== null
      ? sql`${hasEmail(actor.email)} and ${ownedBy(actor)}`
      : sql`false`;
  if (id === undefined) return isOwn;
  const hasId = eq(affiliates.id, id);
  return hasStaffRole(actor, 'viewer') ? hasId : sql`${hasId} and ${isOwn}`;
}

/**
 * SQL condition on `affiliates` for a row with the account's email: the account owns the row, or has confirmed the email.
 * The email alone proves nothing, because anybody can sign up with any email.
 */
function ownedBy({ uid, emailVerified }: Pick<IdentityUser, 'uid' | 'emailVerified'>): SQL<boolean> {
  return sql<boolean>`(${emailVerified}::boolean or coalesce(${affiliates.ownerUid} = ${uid}::text, false))`;
}
