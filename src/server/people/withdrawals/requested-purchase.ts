import { and, asc, desc, eq, gte, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { moneyBackDays } from '../../../shared/withdrawals.ts';
import { paypalActions, type paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { withdrawals } from '../../frame/db/schema/portal.ts';
import {
  disputes,
  payments,
  type paymentState,
  purchases,
  type purchaseState,
  type purchaseType,
} from '../../frame/db/schema/purchases.ts';
import { jsonObject, jsonRow } from '../../frame/db/sql.ts';
import { refundableCents } from '../../money/paypal-actions/refundable-cents.ts';
import { isPayer } from '../buyers/own-address.ts';
import { purchaseIdOf } from '../buyers/withdrawal-order.ts';

/** A request to PayPal that belongs to a settlement. */
interface SettlingAction {
  readonly state: (typeof paypalActionState.enumValues)[number];
  readonly error: string | null;
  /** The refund in US cents. Null for a cancellation. */
  readonly amount_cents: number | null;
}

/** A payment of the 14 days before a request, or after it. Amounts are US cents. */
export interface RecentPayment {
  readonly id: string;
  readonly state: (typeof paymentState.enumValues)[number];
  readonly refunded_cents: number;
  readonly left_cents: number;
  /** True if a dispute decides who gets the money: see `isUndecided`. */
  readonly is_disputed: boolean;
  readonly action: SettlingAction | null;
}

/** The purchase of a request, with the facts that decide about its settlement. */
export interface RequestedPurchase {
  readonly id: string;
  /** PayPal's id of the order or subscription. */
  readonly order_id: string;
  readonly type: (typeof purchaseType.enumValues)[number];
  readonly state: (typeof purchaseState.enumValues)[number];
  /** True if the address of the request paid. A stranger may have reported the address that gets the receipts. */
  readonly is_own: boolean;
  readonly cancellation: SettlingAction | null;
  readonly payments: readonly RecentPayment[];
}

/** The last request to PayPal that waits, or that was made since the buyer's request came. */
function lastAction(condition: SQL | undefined): SQL<SettlingAction | null> {
  const { state, lastError, amountCents, createdAt, id } = paypalActions;
  const isRecent = or(eq(state, 'waiting'), gte(createdAt, withdrawals.receivedAt));
  return jsonRow(
    { state, error: lastError, amount_cents: amountCents },
    sql`from ${paypalActions} where ${and(condition, isRecent)} order by ${desc(createdAt)}, ${desc(id)} limit 1`,
  );
}

const isOfPurchase = eq(paypalActions.purchaseId, purchases.id);

/** The first day counts as a whole, so that nobody loses the right by hours. */
const firstDay = sql`date_trunc('day', ${withdrawals.receivedAt}, 'UTC') - make_interval(days => ${moneyBackDays}::int)`;

/**
 * SQL condition: because of a dispute, the record of its payment does not tell yet who gets the money.
 *
 * | dispute | the payment                                                        |
 * | ------- | ------------------------------------------------------------------ |
 * | open    | any                                                                |
 * | lost    | the money has not gone back in full: PayPal's reversal may follow  |
 * | won     | reversed: PayPal gives us the money back, and the payment stays so |
 */
const isUndecided = or(
  eq(disputes.state, 'open'),
  and(eq(disputes.state, 'lost'), lt(payments.refundedCents, payments.amountCents)),
  and(eq(disputes.state, 'won'), eq(payments.state, 'reversed')),
);

const recentPayments = sql<readonly RecentPayment[]>`coalesce((
  select jsonb_agg(${jsonObject({
    id: payments.id,
    state: payments.state,
    refunded_cents: payments.refundedCents,
    left_cents: refundableCents,
    is_disputed: sql<boolean>`exists (select from ${disputes} where ${and(eq(disputes.paymentId, payments.id), isUndecided)})`,
    action: lastAction(
      and(isOfPurchase, eq(paypalActions.kind, 'refund'), eq(paypalActions.paymentId, payments.id)),
    ),
  })} order by ${asc(payments.paidAt)}, ${asc(payments.id)})
  from ${payments}
  where ${and(eq(payments.purchaseId, purchases.id), ne(payments.state, 'declined'), sql`${payments.paidAt} >= ${firstDay}`)}
), '[]'::jsonb)`;

/** SQL for the purchase with the order number of the row of `withdrawals`, or null. */
export const requestedPurchase: SQL<RequestedPurchase | null> = jsonRow(
  {
    id: purchases.id,
    order_id: purchases.providerId,
    type: purchases.type,
    state: purchases.state,
    is_own: isPayer(withdrawals.email),
    cancellation: lastAction(and(isOfPurchase, eq(paypalActions.kind, 'cancel'))),
    payments: recentPayments,
  },
  sql`from ${purchases} where ${purchases.id} = ${purchaseIdOf(withdrawals.orderNumber)}`,
);
