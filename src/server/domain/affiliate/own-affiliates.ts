import type { Context } from '../../context.ts';
import type { Affiliate } from './affiliate.ts';
import { findAffiliate } from './find-affiliate.ts';

/** The caller's own record, found by the email of their account, in a list; an empty one where there is none. */
export const ownAffiliates = async (context: Context): Promise<readonly Affiliate[]> => {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null) return [];
  const own = await findAffiliate(context, actor.email);
  return own ? [own] : [];
};
