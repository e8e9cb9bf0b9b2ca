import { problem } from '../../shared/problems.ts';
import { emailAddress } from '../../shared/schemas/text.ts';
import { type Context, isAdmin } from '../context.ts';
import type { Affiliate } from './affiliate.ts';
import { findAffiliate } from './find-affiliate.ts';
import { isOwnAddress } from './own-address.ts';
import { findOwnAffiliate } from './find-own-affiliate.ts';

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
