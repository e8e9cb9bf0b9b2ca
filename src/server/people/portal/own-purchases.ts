import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { paidUntil } from '../../../shared/paid-until.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { paymentState, purchaseState, purchaseType } from '../../frame/db/schema/purchases.ts';
import { iso, oneRow } from '../../frame/db/sql.ts';
import { isOwnPurchase, isPayer } from '../buyers/own-address.ts';
import { buyersEmail } from './session.ts';

const moment = z.iso.datetime();

const ownPayment = z.object({
  id: z.string(),
  paid_at: moment,
  state: z.enum(paymentState.enumValues),
  amount_cents: z.number(),
  tax_cents: z.number().check(z.describe('The tax within the amount')),
  refunded_cents: z.number(),
});

const storedPurchase = z.object({
  id: z.string(),
  order_id: z.string(),
  type: z.enum(purchaseType.enumValues),
  plan: z.string(),
  state: z.enum(purchaseState.enumValues),
  ordered_at: moment,
  is_payer: z
    .boolean()
    .check(z.describe('False for the address that gets the receipts. Only the payer may cancel')),
  cancellation: z
    .nullable(z.object({ state: z.enum(paypalActionState.enumValues), requested_at: moment }))
    .check(z.describe('The buyer’s last request to cancel. `waiting`: PayPal has not answered yet')),
  payments: z.array(ownPayment),
});

/** With PayPal's date of the next payment, which is shown only for a purchase that renews. */
const storedWithBilling = z.extend(storedPurchase, { next_billing_at: z.nullable(moment) });

/** A purchase as its buyer sees it. */
export const ownPurchase = z
  .extend(storedPurchase, {
    paid_until: z
      .nullable(moment)
      .check(z.describe('The end of the year that is paid for: PayPal’s next payment, if it is known')),
    renews_at: z
      .nullable(moment)
      .check(
        z.describe(
          'The next payment, as PayPal says. Null for a purchase that does not renew, or if it is not known',
        ),
      ),
  })
  .check(z.meta({ id: 'OwnPurchase' }));

export type OwnPurchase = z.infer<typeof ownPurchase>;

/** Returns the purchases of the calling buyer, newest first. */
export async function listOwnPurchases(context: Context): Promise<OwnPurchase[]> {
  return loadPurchases(context, sql`state <> 'failed'`);
}

/** Returns a purchase of the calling buyer. Throws `purchase-not-found`, also for another buyer's purchase. */
export async function showOwnPurchase(context: Context, id: string): Promise<OwnPurchase> {
  const [purchase] = await loadPurchases(context, sql`id = ${id}::uuid`);
  if (!purchase) throw problem('purchase-not-found');
  return purchase;
}

async function loadPurchases(context: Context, condition: SQL): Promise<OwnPurchase[]> {
  const { purchases } = await oneRow(
    context.db,
    sql`select (
      select coalesce(json_agg(json_build_object(
        'id', id, 'order_id', provider_id, 'type', type, 'plan', plan_id, 'state', state,
        'ordered_at', ${iso(sql`created_at`)}, 'is_payer', ${isPayer(buyersEmail(context))},
        'next_billing_at', ${iso(sql`next_billing_at`)}, 'cancellation', ${cancellation}, 'payments', ${payments}
      ) order by created_at desc, id), '[]')
      from purchases where ${isOwnPurchase(buyersEmail(context))} and ${condition}
    ) as purchases`,
    z.object({ purchases: z.array(storedWithBilling) }),
  );
  return purchases.map(({ next_billing_at: billing, ...purchase }) => {
    const renews =
      purchase.state === 'active' &&
      (purchase.cancellation === null || purchase.cancellation.state === 'refused');
    // A date that is over comes from an answer before the last payment.
    const isAhead = billing !== null && Date.parse(billing) > context.now.getTime();
    return {
      ...purchase,
      paid_until: paidUntil(purchase.payments, billing),
      renews_at: renews && isAhead ? billing : null,
    };
  });
}

const cancellation = sql`(
  select json_build_object('state', action.state, 'requested_at', ${iso(sql`action.created_at`)})
  from paypal_actions action where action.kind = 'cancel' and action.purchase_id = purchases.id
  order by action.created_at desc limit 1
)`;

const payments = sql`(
  select coalesce(json_agg(json_build_object(
    'id', id, 'paid_at', ${iso(sql`paid_at`)}, 'state', state, 'amount_cents', amount_cents, 'tax_cents', tax_cents,
    'refunded_cents', refunded_cents
  ) order by paid_at desc, id), '[]')
  from payments where purchase_id = purchases.id and state <> 'declined'
)`;
