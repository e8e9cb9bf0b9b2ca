import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { allRows } from '../../frame/db/sql.ts';
import { claimedAction, newActionColumns, selectClaimed } from '../../money/paypal-actions/action-queue.ts';
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
  const { names, values } = newActionColumns(context);
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'purchase.cancel',
    entity: 'purchase',
    entityId: sql`claimed.purchase_id`,
    from: sql`claimed`,
  });
  const [action] = await allRows(
    context.db,
    sql`with claimed as (
        insert into paypal_actions (id, kind, purchase_id, requested_by, ${names})
        select ${uuidv7()}::uuid, 'cancel', id, 'buyer', ${values} from purchases
        where id = ${purchaseId}::uuid and type = 'subscription' and state in ('active', 'suspended')
          and ${isPayer(buyersEmail(context))}
        on conflict (purchase_id) where kind = 'cancel' and state <> 'refused' do nothing
        returning *
      ),
      logged as (${logged})
      ${selectClaimed}`,
    claimedAction,
  );
  if (action) await runAction(context, action);
  const purchase = await showOwnPurchase(context, purchaseId);
  if (!purchase.is_payer) throw problem('payer-required');
  const isRequested =
    purchase.state === 'cancelled' ||
    (purchase.cancellation !== null && purchase.cancellation.state !== 'refused');
  if (!action && !isRequested) throw problem('subscription-not-active');
  return purchase;
}
