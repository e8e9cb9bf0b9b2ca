import type { Context } from '../../context.ts';
import type { Affiliate } from './affiliate.ts';
import { confirmOwner } from './confirm-owner.ts';
import { findAffiliate } from './find-affiliate.ts';

/** Returns a list with the caller's own record, found by the email of their account; an empty one if there is none. */
export async function ownAffiliates(context: Context): Promise<readonly Affiliate[]> {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null) return [];
  const own = await findAffiliate(context, actor.email);
  if (!own) return [];
  const isTheirs = own.ownerUid === actor.uid && own.affiliate.email_confirmed;
  if (isTheirs || !(await confirmOwner(context))) return [own.affiliate];
  const confirmed = await findAffiliate(context, actor.email);
  return confirmed ? [confirmed.affiliate] : [];
}
