import { hash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { InvitationUse } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../frame/context/context.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { isOpen } from './invitation.ts';

/** The most orders that can be begun with a link. A buyer begins another one after closing PayPal's window. */
const maxOrders = 50;

const columns = {
  plan: invitations.planId,
  price_cents: invitations.priceCents,
  provider_plan_id: invitations.providerPlanId,
  reason: invitations.reason,
};

/**
 * Returns the terms of an open invitation, and attaches an order to it, if one is given. A payment of the order may then have
 * the price. Throws `invitation-not-found` for every link that does not work.
 */
export async function openInvitation({ db, now }: Context, { token, orderId }: InvitationUse) {
  const { tokenHash, orderIds } = invitations;
  const isThisOne = and(eq(tokenHash, hashOf(token)), isOpen(now));
  const begun = sql`array_append(array_remove(${orderIds}, ${orderId}::text), ${orderId}::text)`;
  const [found] =
    orderId === undefined
      ? await db.select(columns).from(invitations).where(isThisOne)
      : await db
          .update(invitations)
          .set({ orderIds: begun })
          .where(and(isThisOne, sql`cardinality(${begun}) <= ${maxOrders}`))
          .returning(columns);
  if (!found) throw problem('invitation-not-found');
  return found;
}

/** Returns the hash under which the token of a link is stored. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
