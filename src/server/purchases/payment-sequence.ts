import { type SQL, sql } from 'drizzle-orm';
import { arrived } from './arrived.ts';

/**
 * The place of the row `payments` among its purchase's payments that arrived, by date, from 1: money that went back later
 * keeps its place, and a payment that is pending takes the one after all that arrived before it. `payments.sequence` is
 * the order in which they became known here, which is another one when an earlier payment is learned of late.
 */
export const paymentSequence = sql`((
  select count(*) from payments earlier
  where earlier.purchase_id = payments.purchase_id and ${arrived(sql`earlier`)}
    and (earlier.paid_at, earlier.provider_id) < (payments.paid_at, payments.provider_id)
) + 1)`;

/**
 * Whether the row `payments`, of a purchase of this type, counts as a renewal: each payment of a subscription after its first,
 * and a one-time payment of somebody who had paid here before (the rule of a repeated Basic).
 */
export const isRenewal = (type: SQL): SQL => sql`(${paymentSequence} > 1
  or (${type} = 'one-time' and payments.paid_at > coalesce(payments.customer_first_paid_at, payments.paid_at)))`;
