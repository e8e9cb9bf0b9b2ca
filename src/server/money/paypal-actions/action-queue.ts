import { eq, sql } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import type { PaymentOrigin } from '../../frame/context/paypal.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';
import { type ClaimOf, endLease, leaseOf, newLeaseEnd } from '../../frame/queue/queue.ts';

const isItsPurchase = eq(purchases.id, paypalActions.purchaseId);

const claimedColumns = {
  id: paypalActions.id,
  kind: paypalActions.kind,
  attempts: paypalActions.attempts,
  lease: leaseOf(paypalActions),
  /** PayPal's order or subscription. */
  order_id: sql<string>`(select ${purchases.providerId} from ${purchases} where ${isItsPurchase})`,
  type: sql<PaymentOrigin['type']>`(select ${purchases.type} from ${purchases} where ${isItsPurchase})`,
  /** PayPal's id of the payment that is refunded. */
  payment_id: sql<string | null>`(
    select ${payments.providerId} from ${payments} where ${eq(payments.id, paypalActions.paymentId)}
  )`,
  amount_cents: paypalActions.amountCents,
  /** PayPal's id of the refund, if PayPal has accepted it in an earlier attempt. */
  refund_id: paypalActions.providerId,
  requested_at: paypalActions.createdAt,
};

/** The cancellations and refunds that PayPal has not answered. */
export const actionQueue = {
  table: paypalActions,
  isOpen: sql`${paypalActions.state} = 'waiting'`,
  dueAt: paypalActions.dueAt,
  columns: () => claimedColumns,
  /** Only a refund without an answer is given up: see `run-action.ts`. */
  maxAttempts: Infinity,
  afterFailure: (next: Date | null) => (next ? { dueAt: next } : {}),
};

/** An action that is leased to this worker. */
export type ClaimedAction = ClaimOf<typeof actionQueue>;

type Clock = Pick<Context, 'db' | 'now'>;

/** Values of a new action that the current call runs itself: one attempt, leased to this worker. */
export function firstAttempt({ now }: Pick<Context, 'now'>) {
  return { attempts: 1, dueAt: now, leasedUntil: newLeaseEnd(now), createdAt: now };
}

/** SELECT of a new action that this worker has claimed. */
export function selectAction(tx: Statements, id: string) {
  return tx.select(claimedColumns).from(paypalActions).where(eq(paypalActions.id, id));
}

/** Stores PayPal's id of a refund as soon as PayPal has accepted it, so that the refund is never given up. */
export async function storeRefundId({ db }: Clock, { id }: ClaimedAction, refundId: string): Promise<void> {
  await withTimeLimit(limits.timeoutMs.endLeaseLate, () =>
    db.atomically((tx) => [
      tx.update(paypalActions).set({ providerId: refundId }).where(eq(paypalActions.id, id)),
    ]),
  );
}

/** Marks an action as done, or as refused for a reason: PayPal's code, or our NO_ANSWER or REFUND_FAILED. */
export async function endAction<State extends 'done' | 'refused'>(
  clock: Clock,
  action: ClaimedAction,
  state: State,
  lastError: string | null = null,
): Promise<{ readonly state: State }> {
  await endLease(actionQueue, clock, action, { state, lastError, finishedAt: clock.now });
  return { state };
}
