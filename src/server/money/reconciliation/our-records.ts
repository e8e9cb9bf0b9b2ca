import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../frame/context/context.ts';
import { paymentState, purchaseType, refundKind } from '../../frame/db/schema/purchases.ts';
import { allRows, textArray, timestamptz } from '../../frame/db/sql.ts';

/** Loads all payments and refunds that are dated in a range, or that have one of these PayPal ids. */
export async function loadRecords(
  { db }: Pick<Context, 'db'>,
  [from, until]: readonly [Date, Date],
  ids: readonly string[],
): Promise<OurRecords> {
  const isIncluded = (id: SQL, at: SQL) => sql`(${id} = any (${textArray(ids)})
    or (${at} >= ${timestamptz(from)} and ${at} < ${timestamptz(until)}))`;
  const payments = sql`
    select purchases.provider_id as "orderId", purchases.type, payments.provider_id as id,
      payments.amount_cents as "amountCents", payments.state, purchases.id as "purchaseId", payments.id as "rowId",
      payments.refunded_cents as "refundedCents", least(payments.amount_cents, (
        select coalesce(sum(refunds.amount_cents), 0) from refunds where refunds.payment_id = payments.id
      ))::int as "refundsCents"
    from payments join purchases on purchases.id = payments.purchase_id
    where ${isIncluded(sql`payments.provider_id`, sql`payments.paid_at`)}
    order by payments.paid_at, payments.id`;
  const refunds = sql`
    select purchases.provider_id as "orderId", purchases.type, refunds.provider_id as id,
      refunds.amount_cents as "amountCents", refunds.kind, payments.provider_id as "paymentId"
    from refunds join payments on payments.id = refunds.payment_id
      join purchases on purchases.id = payments.purchase_id
    where ${isIncluded(sql`refunds.provider_id`, sql`refunds.refunded_at`)}
    order by refunds.refunded_at, refunds.id`;
  return {
    payments: await allRows(db, payments, ourPayment),
    refunds: await allRows(db, refunds, ourRefund),
  };
}

export interface OurRecords {
  readonly payments: readonly OurPayment[];
  readonly refunds: readonly OurRefund[];
}

const fields = {
  /** PayPal's id of the order or subscription. */
  orderId: z.string(),
  type: z.enum(purchaseType.enumValues),
  /** PayPal's id of the payment or refund. */
  id: z.string(),
  amountCents: z.number(),
};

const ourPayment = z.object({
  ...fields,
  rowId: z.string(),
  purchaseId: z.string(),
  state: z.enum(paymentState.enumValues),
  /** The refunded sum that the payment's own row has. */
  refundedCents: z.number(),
  /** The sum of the payment's rows in `refunds`, at most the amount paid. It must be equal to `refundedCents`. */
  refundsCents: z.number(),
});

const ourRefund = z.object({
  ...fields,
  kind: z.enum(refundKind.enumValues),
  /** PayPal's id of the payment. */
  paymentId: z.string(),
});

export type OurPayment = z.infer<typeof ourPayment>;
export type OurRefund = z.infer<typeof ourRefund>;
