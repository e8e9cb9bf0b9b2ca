import { and, eq, isNull, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { isLeft } from '../../../shared/settlement.ts';
import { withdrawalReference } from '../../../shared/withdrawals.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { insertCancellation } from '../../money/paypal-actions/insert-cancellation.ts';
import { insertRefund } from '../../money/paypal-actions/insert-refund.ts';
import { runAction } from '../../money/paypal-actions/run-action.ts';
import { markHandled } from './handle-withdrawal.ts';
import { isDone, settlementNote, statesOf } from './settlement.ts';
import { toWithdrawal, type Withdrawal, withdrawalColumns } from './withdrawal.ts';

/**
 * Settles a buyer's request: refunds and cancels at PayPal, and marks the request as handled once PayPal has done everything. Returns
 * the request with the state of each part. Idempotent: a request that is handled or under way is returned as it is. If PayPal does not answer in
 * time, scheduled jobs do the rest. Audited. Throws `withdrawal-not-found`, and `settlement-not-possible` if an obstacle is in the way.
 */
export async function settleWithdrawal(context: Context, id: string): Promise<Withdrawal> {
  const by = actorId(context.actor);
  const request = await loadWithdrawal(context, id);
  const { settlement, purchase } = request;
  if (!settlement) return request;
  if (settlement.obstacle !== null || !purchase) throw problem('settlement-not-possible');
  const { refund, cancel } = settlement;
  const none = Promise.resolve(undefined);
  // Stores everything in one batch before PayPal is asked. If this call runs out of time, the job does the rest.
  const [, refunding, cancellation] = await context.db.atomically((tx) => [
    // A sync locks the purchase before its payments, too.
    tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, purchase.id)).for('key share'),
    refund && isLeft(refund.state)
      ? insertRefund(tx, context, purchase.id, {
          id: uuidv7(),
          paymentId: refund.payment_id,
          amountCents: refund.cents,
          reason: `${request.kind} ${withdrawalReference(id)}`,
        })
      : none,
    cancel && isLeft(cancel.state) ? insertCancellation(tx, context, purchase.id, by) : none,
    setSettledBy(tx, id, by),
  ]);
  if (refunding?.claimed) await runAction(context, refunding.claimed);
  if (cancellation) await runAction(context, cancellation);
  return finishSettlement(context, id, by);
}

/**
 * Marks a request as handled by an account if PayPal has done everything, leaves it if PayPal has not answered, and gives it back to the
 * admins otherwise. Returns the request.
 */
export async function finishSettlement(context: Context, id: string, by: string): Promise<Withdrawal> {
  const request = await loadWithdrawal(context, id);
  const { settlement } = request;
  if (!settlement) return request;
  if (isDone(settlement)) {
    const { known } = await markHandled(context, [id], settlementNote(settlement), by);
    return known[0] ?? request;
  }
  if (!statesOf(settlement).includes('waiting')) await setSettledBy(context.db, id, null);
  return request;
}

async function loadWithdrawal({ db }: Context, id: string): Promise<Withdrawal> {
  const [row] = await db.select(withdrawalColumns).from(withdrawals).where(eq(withdrawals.id, id));
  if (!row) throw problem('withdrawal-not-found');
  return toWithdrawal(row);
}

/** UPDATE that stores who settles an open request, unless somebody does already. Null gives the request back to the admins. */
function setSettledBy(tx: Pick<Statements, 'update'>, id: string, by: string | null) {
  const settledBy = by === null ? null : sql`coalesce(${withdrawals.settledBy}, ${by})`;
  return tx
    .update(withdrawals)
    .set({ settledBy })
    .where(and(eq(withdrawals.id, id), isNull(withdrawals.handledAt)));
}
