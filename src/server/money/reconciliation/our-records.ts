import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../frame/context/context.ts';
import { payments, purchases, refunds } from '../../frame/db/schema/purchases.ts';
import { type ColumnsOf, textArray } from '../../frame/db/sql.ts';

/** Loads all payments and refunds that are dated in a range, or that have one of these PayPal ids. */
export async function loadRecords(
  { db }: Pick<Context, 'db'>,
  [from, until]: readonly [Date, Date],
  ids: readonly string[],
): Promise<OurRecords> {
  const isIncluded = (id: PgColumn, at: PgColumn) =>
    or(sql`${id} = any (${textArray(ids)})`, and(gte(at, from), lt(at, until)));
  const [ourPayments, ourRefunds] = await db.atomically((tx) => [
    tx
      .select(paymentColumns)
      .from(payments)
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isIncluded(payments.providerId, payments.paidAt))
      .orderBy(payments.paidAt, payments.id),
    tx
      .select(refundColumns)
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isIncluded(refunds.providerId, refunds.refundedAt))
      .orderBy(refunds.refundedAt, refunds.id),
  ]);
  return { payments: ourPayments, refunds: ourRefunds };
}

export interface OurRecords {
  readonly payments: readonly OurPayment[];
  readonly refunds: readonly OurRefund[];
}

interface OurRecord {
  /** PayPal's id of the order or subscription. */
  readonly orderId: string;
  readonly type: typeof purchases.$inferSelect.type;
  /** PayPal's id of the payment or refund. */
  readonly id: string;
  readonly amountCents: number;
}

/** The ids of a record in a difference. */
export function idsOf({ orderId, id }: OurRecord) {
  return { order_id: orderId, transaction_id: id };
}

export interface OurPayment extends OurRecord {
  readonly rowId: string;
  readonly purchaseId: string;
  readonly state: typeof payments.$inferSelect.state;
  /** The refunded sum that the payment's own row has. */
  readonly refundedCents: number;
  /** The sum of the payment's rows in `refunds`, at most the amount paid. It must be equal to `refundedCents`. */
  readonly refundsCents: number;
}

export interface OurRefund extends OurRecord {
  readonly kind: typeof refunds.$inferSelect.kind;
  /** PayPal's id of the payment. */
  readonly paymentId: string;
}

const paymentColumns = {
  orderId: purchases.providerId,
  type: purchases.type,
  id: payments.providerId,
  amountCents: payments.amountCents,
  rowId: payments.id,
  purchaseId: purchases.id,
  state: payments.state,
  refundedCents: payments.refundedCents,
  refundsCents: sql<number>`least(${payments.amountCents}, (
    select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.paymentId} = ${payments.id}
  ))::int`,
} satisfies ColumnsOf<OurPayment>;

const refundColumns = {
  orderId: purchases.providerId,
  type: purchases.type,
  id: refunds.providerId,
  amountCents: refunds.amountCents,
  kind: refunds.kind,
  paymentId: payments.providerId,
} satisfies ColumnsOf<OurRefund>;
