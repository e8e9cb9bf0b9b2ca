import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { insertIf } from '../../frame/db/sql.ts';
import { firstAttempt, selectAction } from '../../money/paypal-actions/action-queue.ts';
import { withdrawNotices } from '../../money/purchases/schedule-notices.ts';
import { runAction } from '../../money/paypal-actions/run-action.ts';
import { isPayer } from '../buyers/own-address.ts';
import { type OwnPurchase, showOwnPurchase } from './own-purchases.ts';
import { buyersEmail } from './session.ts';

/**
 * Cancels a subscription of the calling buyer at PayPal, and returns the purchase. If PayPal does not answer in time, the
 * cancellation waits, and a scheduled job repeats it. A repeated request returns the purchase as it is. Audited. Throws
 * `purchase-not-found`, `subscription-not-active`, and `payer-required` for the address that only gets the receipts.
 */
export async function cancelSubscription(context: Context, purchaseId: string): Promise<OwnPurchase> {
  const id = uuidv7();
  const isTheirs = and(
    eq(purchases.id, purchaseId),
    eq(purchases.type, 'subscription'),
    inArray(purchases.state, ['active', 'suspended']),
    isPayer(buyersEmail(context)),
  );
  const [, , [action]] = await context.db.atomically((tx) => [
    tx.execute(
      insertIf(
        paypalActions,
        { id, kind: 'cancel', purchaseId, requestedBy: 'buyer', ...firstAttempt(context) },
        exists(tx.select({ id: purchases.id }).from(purchases).where(isTheirs)),
      ),
    ),
    tx.execute(
      insertAuditEntries(context, {
        id: sql`gen_random_uuid()`,
        action: 'purchase.cancel',
        entity: 'purchase',
        entityId: sql`${paypalActions.purchaseId}`,
        from: sql`${paypalActions} where ${eq(paypalActions.id, id)}`,
      }),
    ),
    selectAction(tx, id),
    tx.execute(
      withdrawNotices(
        context,
        sql`(select ${paypalActions.purchaseId}::text from ${paypalActions} where ${eq(paypalActions.id, id)})`,
      ),
    ),
  ]);
  if (action) await runAction(context, action);
  const purchase = await showOwnPurchase(context, purchaseId);
  if (!purchase.is_payer) throw problem('payer-required');
  const isRequested =
    purchase.state === 'cancelled' ||
    (purchase.cancellation !== null && purchase.cancellation.state !== 'refused');
  if (!action && !isRequested) throw problem('subscription-not-active');
  return purchase;
}
