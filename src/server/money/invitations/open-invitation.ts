import { and, eq, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { InvitationUse } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../frame/context/context.ts';
import { hashText } from '../../frame/db/hash-text.ts';
import { invitations } from '../../frame/db/schema/invitations.ts';
import { isOpenInvitation, termsColumns } from './invitation.ts';

/** The most orders that can be begun with a link. A buyer begins another one after closing PayPal's window. */
const maxOrders = 50;

/**
 * Returns the terms of an open invitation, and attaches an order to it, if one is given. A payment of the order may then have
 * the price. Throws `invitation-not-found` for every link that does not work.
 */
export async function openInvitation({ db, now }: Context, { token, orderId }: InvitationUse) {
  const { tokenHash, orderIds } = invitations;
  const isThisOne = and(eq(tokenHash, hashText(token)), isOpenInvitation(now));
  const begun = sql`array_append(array_remove(${orderIds}, ${orderId}::text), ${orderId}::text)`;
  const [found] =
    orderId === undefined
      ? await db.select(termsColumns).from(invitations).where(isThisOne)
      : await db
          .update(invitations)
          .set({ orderIds: begun })
          .where(and(isThisOne, sql`cardinality(${begun}) <= ${maxOrders}`))
          .returning(termsColumns);
  if (!found) throw problem('invitation-not-found');
  return found;
}
