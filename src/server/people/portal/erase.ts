import { and, inArray, isNull } from 'drizzle-orm';
import { Problem, problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { deleteCustomer, forgetBuyer } from '../customers/delete-customer.ts';
import { customers } from '../../frame/db/schema/customers.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { hasOwnOrder } from '../buyers/withdrawal-order.ts';
import { assertOnlyOwnSpelling, hasEmail, isPayer } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

/**
 * Erases the address of the calling buyer from purchases, withdrawals, customers, the newsletter, the outbox, sessions and the
 * audit log. Payments, dates and PayPal's ids stay, because tax law requires it; an affiliate, a profile and an account stay as
 * well. Throws `subscription-active`, `withdrawal-open`, `address-spelling-differs`.
 */
export async function eraseOwnData(context: Context): Promise<void> {
  const email = buyersEmail(context);
  await assertOnlyOwnSpelling(context, email);
  const [found, subscribed, withdrawing] = await context.db.atomically((tx) => [
    tx.select({ id: customers.id }).from(customers).where(hasEmail(customers.email, email)),
    tx
      .select({ id: purchases.id })
      .from(purchases)
      .where(and(isPayer(email), inArray(purchases.state, ['active', 'suspended'])))
      .limit(1),
    tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(hasEmail(withdrawals.email, email), isNull(withdrawals.handledAt), hasOwnOrder(email)))
      .limit(1),
  ]);
  if (subscribed.length > 0) throw problem('subscription-active');
  if (withdrawing.length > 0) throw problem('withdrawal-open');
  for (const { id } of found) await deleteUnlessDeleted(context, id);
  await forgetBuyer(context, email);
}

/** Deletes a customer, unless another request has just done so. Only the proved address is removed from other records. */
async function deleteUnlessDeleted(context: Context, id: string): Promise<void> {
  try {
    await deleteCustomer(context, id, null, { keepsFormerEmails: true });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'customer-not-found')) throw error;
  }
}
