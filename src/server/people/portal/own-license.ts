import { and, eq, isNull } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { isOwnPurchase } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

/**
 * Returns the license of a payment. Throws `payment-not-found`, also for another buyer's payment, and for one whose money has not
 * arrived or has gone back.
 */
export async function showOwnLicense(context: Context, paymentId: string): Promise<string> {
  const [license] = await context.db
    .select({ text: licenses.text })
    .from(licenses)
    .innerJoin(payments, eq(payments.id, licenses.paymentId))
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(
      and(eq(licenses.paymentId, paymentId), isNull(licenses.revokedAt), isOwnPurchase(buyersEmail(context))),
    );
  if (!license) throw problem('payment-not-found');
  return license.text;
}
