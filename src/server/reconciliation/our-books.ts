import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { paymentState, purchaseType, refundKind } from '../db/schema/purchases.ts';
import { rowsOf, textArray, timestamptz } from '../db/sql.ts';

const moved = {
  orderId: z.string(),
  type: z.enum(purchaseType.enumValues),
  /** The provider's id. */
  id: z.string(),
  amountCents: z.number(),
};

const ourPayment = z.object({
  ...moved,
  paymentId: z.string(),
  purchaseId: z.string(),
  state: z.enum(paymentState.enumValues),
  refundedCents: z.number(),
  /** What its refunds add up to. */
  refundsCents: z.number(),
});

const ourRefund = z.object({
  ...moved,
  kind: z.enum(refundKind.enumValues),
  /** The provider's id of the payment. */
  ofPayment: z.string(),
});

/** A payment as it is recorded here; `paymentId` and `purchaseId` are the ids of our rows. */
export type OurPayment = z.infer<typeof ourPayment>;
export type OurRefund = z.infer<typeof ourRefund>;

export interface OurBooks {
  readonly payments: readonly OurPayment[];
  readonly refunds: readonly OurRefund[];
}

/** All payments and refunds that are dated in a range, or that these ids of the provider name. */
export const ourBooks = async (
  { db }: Pick<Context, 'db'>,
  [from, until]: readonly [Date, Date],
  ids: readonly string[],
): Promise<OurBooks> => {
  const isMeant = (id: SQL, at: SQL) => sql`(${id} = any (${textArray(ids)})
    or (${at} >= ${timestamptz(from)} and ${at} < ${timestamptz(until)}))`;
  const of = sql`purchases.provider_id as "orderId", purchases.type`;
  const payments = sql`
    select ${of}, payments.provider_id as id, payments.amount_cents as "amountCents", payments.state,
      purchases.id as "purchaseId", payments.id as "paymentId", payments.refunded_cents as "refundedCents", least(payments.amount_cents, (
        select coalesce(sum(refunds.amount_cents), 0) from refunds where refunds.payment_id = payments.id
      ))::int as "refundsCents"
    from payments join purchases on purchases.id = payments.purchase_id
    where ${isMeant(sql`payments.provider_id`, sql`payments.paid_at`)}
    order by payments.paid_at, payments.id`;
  const refunds = sql`
    select ${of}, refunds.provider_id as id, refunds.amount_cents as "amountCents", refunds.kind,
      payments.provider_id as "ofPayment"
    from refunds join payments on payments.id = refunds.payment_id
      join purchases on purchases.id = payments.purchase_id
    where ${isMeant(sql`refunds.provider_id`, sql`refunds.refunded_at`)}
    order by refunds.refunded_at, refunds.id`;
  return {
    payments: await rowsOf(db, payments, ourPayment),
    refunds: await rowsOf(db, refunds, ourRefund),
  };
};
