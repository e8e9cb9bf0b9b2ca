import type { Context } from '../../context.ts';
import type { Affiliate } from './affiliate.ts';
import { claimRecord } from './claim-record.ts';
import { findAffiliate } from './find-affiliate.ts';

/** Returns a list with the caller's own record, found by the email of their account; an empty one if there is none. */
export async function ownAffiliates(context: Context): Promise<readonly Affiliate[]> {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null) return [];
  const own = await findAffiliate(context, actor.email);
  if (!own) return [];
  if (own.ownerUid !== null && own.ownerUid !== actor.uid) await claimRecord(context);
  return [own.affiliate];
}
