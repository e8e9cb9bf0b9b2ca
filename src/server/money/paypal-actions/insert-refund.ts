import { and, eq, exists, lte, notExists, or, sql } from 'drizzle-orm';
import { insertAuditEntries, knownFacts } from '../../frame/audit/audit-log.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import type { Statements } from '../../frame/context/database.ts';
import { paypalActions } from '../../frame/db/schema/paypal-actions.ts';
import { payments } from '../../frame/db/schema/purchases.ts';
import { insertIf, lockKeys } from '../../frame/db/sql.ts';
import { StatementGroup } from '../../frame/db/statement-group.ts';
import { firstAttempt, selectAction } from './action-queue.ts';
import { refundableCents } from './refundable-cents.ts';

/** A refund that an admin asks for. */
export interface RequestedRefund {
  /** The caller chooses the id. It is PayPal's idempotency key, too. */
  readonly id: string;
  readonly paymentId: string;
  /** US cents. */
  readonly amountCents: number;
  readonly reason: string;
}

/**
 * Statements that insert a refund for this worker, unless it is impossible, too large, or another refund of the payment waits. Audited.
 * `claimed` is the inserted refund. `existing` is the action that already had the id, `payment` has the cents that can still be refunded.
 */
export function insertRefund(
  tx: Statements,
  context: Context,
  purchaseId: string,
  { id, paymentId, amountCents, reason }: RequestedRefund,
) {
  const isThisPayment = and(eq(payments.id, paymentId), eq(payments.purchaseId, purchaseId));
  const isThisAction = eq(paypalActions.id, id);
  const isWaiting = and(eq(paypalActions.paymentId, paymentId), eq(paypalActions.state, 'waiting'));
  const others = tx.select({ id: paypalActions.id }).from(paypalActions).where(or(isThisAction, isWaiting));
  const isPossible = and(isThisPayment, lte(sql`${amountCents}::int`, refundableCents), notExists(others));
  const statements = [
    // A caller may send the same id for two payments at once.
    tx.execute(lockKeys([`refund ${id}`])),
    // The lock is a statement of its own, so that the next ones see the refunds of concurrent calls.
    tx.select({ id: payments.id }).from(payments).where(eq(payments.id, paymentId)).for('update'),
    tx
      .select({ payment_id: paypalActions.paymentId, amount_cents: paypalActions.amountCents })
      .from(paypalActions)
      .where(isThisAction),
    // A job may finish another refund of the payment at any moment.
    tx.select({ id: paypalActions.id }).from(paypalActions).where(isWaiting).for('update'),
    tx.select({ state: payments.state, left_cents: refundableCents }).from(payments).where(isThisPayment),
    // The log comes first: after the insertion another refund waits.
    tx.execute(
      insertAuditEntries(context, {
        action: 'purchase.refund',
        entityId: sql`${payments.purchaseId}`,
        after: knownFacts({ payment: paymentId, amount_cents: amountCents }),
        reason,
        from: sql`${payments} where ${isPossible}`,
      }),
    ),
    tx.execute(
      insertIf(
        paypalActions,
        {
          id,
          kind: 'refund',
          purchaseId,
          paymentId,
          amountCents,
          reason,
          requestedBy: actorId(context.actor),
          ...firstAttempt(context),
        },
        exists(tx.select({ id: payments.id }).from(payments).where(isPossible)),
      ),
    ),
    selectAction(tx, id),
  ] as const;
  return new StatementGroup(statements, ([, , [existing], , [payment], , , [claimed]]) => ({
    existing,
    payment,
    claimed: existing ? undefined : claimed,
  }));
}
