import { and, eq, lte, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { endLease, isUnleased, leaseOf, newLeaseEnd } from '../../frame/db/worker-lease.ts';
import { backOffMs } from '../../frame/outbound/back-off.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';

/** The columns of an action and its purchase that a claim returns. `attempts` includes the current attempt. */
const claimedColumns = {
  id: paypalActions.id,
  kind: paypalActions.kind,
  attempts: paypalActions.attempts,
  lease: leaseOf(paypalActions),
  /** PayPal's order or subscription. */
  order_id: purchases.providerId,
  type: purchases.type,
  /** PayPal's id of the payment that is refunded. */
  payment_id: sql<string | null>`(
    select ${payments.providerId} from ${payments} where ${eq(payments.id, paypalActions.paymentId)}
  )`,
  amount_cents: paypalActions.amountCents,
  /** PayPal's id of the refund, if PayPal has accepted it in an earlier attempt. */
  refund_id: paypalActions.providerId,
  requested_at: paypalActions.createdAt,
};

/** An action that is leased to this worker. */
export type ClaimedAction = SelectResultFields<typeof claimedColumns>;

type Clock = Pick<Context, 'db' | 'now'>;

/** The state of a new action that its own call runs at once: its first attempt, leased to this worker. */
export function firstAttempt({ now }: Pick<Context, 'now'>) {
  return { attempts: 1, dueAt: now, leasedUntil: newLeaseEnd(now), createdAt: now };
}

/** SELECT of a new action that this worker has claimed. */
export function selectAction(tx: Statements, id: string) {
  return tx
    .select(claimedColumns)
    .from(paypalActions)
    .innerJoin(purchases, eq(purchases.id, paypalActions.purchaseId))
    .where(eq(paypalActions.id, id));
}

/** Claims the action that has been due longest. Returns null if no action is due. */
export async function claimDueAction({ db, now }: Clock): Promise<ClaimedAction | null> {
  const due = db
    .select({ id: paypalActions.id })
    .from(paypalActions)
    .where(
      and(eq(paypalActions.state, 'waiting'), lte(paypalActions.dueAt, now), isUnleased(paypalActions, now)),
    )
    .orderBy(paypalActions.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(paypalActions)
    .set({ attempts: sql`${paypalActions.attempts} + 1`, leasedUntil: newLeaseEnd(now) })
    .from(purchases)
    .where(and(eq(purchases.id, paypalActions.purchaseId), eq(paypalActions.id, sql`(${due.getSQL()})`)))
    .returning(claimedColumns);
  return claimed ?? null;
}

/** Stores PayPal's id of a refund as soon as PayPal has accepted it, so that the refund is never given up. */
export async function storeRefundId({ db }: Clock, { id }: ClaimedAction, refundId: string): Promise<void> {
  await withTimeLimit(limits.timeoutMs.markFailed, () =>
    db.atomically((tx) => [
      tx.update(paypalActions).set({ providerId: refundId }).where(eq(paypalActions.id, id)),
    ]),
  );
}

type NewState = PgUpdateSetSource<typeof paypalActions>;

/** Marks an action as done. */
export function markDone(clock: Clock, action: ClaimedAction): Promise<void> {
  return update(clock, action, { state: 'done', lastError: null, finishedAt: clock.now });
}

/** Marks an action as refused. The reason is PayPal's code, or our NO_ANSWER or REFUND_FAILED. */
export function markRefused(clock: Clock, action: ClaimedAction, reason: string): Promise<void> {
  return update(clock, action, { state: 'refused', lastError: reason, finishedAt: clock.now });
}

/** Waits before the next attempt, longer each time. */
export function retryAction(clock: Clock, action: ClaimedAction, reason: string): Promise<void> {
  const dueAt = new Date(clock.now.getTime() + backOffMs(action.attempts));
  return update(clock, action, { dueAt, lastError: reason });
}

/** Ends the lease. The time limit of the call may be over, so this statement has its own. */
async function update({ db }: Clock, action: ClaimedAction, set: NewState): Promise<void> {
  await withTimeLimit(limits.timeoutMs.markFailed, () =>
    db.atomically((tx) => [endLease(tx, paypalActions, action, set)]),
  );
}
