import type { Context } from '../context.ts';
import type { Affiliate } from './affiliate.ts';
import { confirmOwner } from './confirm-owner.ts';
import { findAffiliate } from './find-affiliate.ts';

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
