import * as z from 'zod/mini';
import { and, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { paidUntil, yearEnds } from '../../../shared/paid-until.ts';
import { problem } from '../../../shared/problems.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../frame/context/context.ts';
import { paypalActions, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import {
  payments,
  paymentState,
  purchases,
  purchaseState,
  purchaseType,
} from '../../frame/db/schema/purchases.ts';
import { licenses } from '../../frame/db/schema/licenses.ts';
import { receiptVersions } from '../../frame/db/schema/receipts.ts';
import { type ColumnsOf, iso, jsonRow } from '../../frame/db/sql.ts';
import { isOwnPurchase, isPayer } from '../buyers/own-address.ts';
import { receiptVersion, versionColumns, versionsOfReceipt } from './receipt-versions.ts';
import { buyersEmail } from './session.ts';

const moment = z.iso.datetime();

const ownLicense = z.object({
  text: z.string().check(z.describe('The file kithbook-license.txt')),
  covers_until: z.iso.date().check(z.describe('The last day (UTC) whose releases it covers')),
});

const ownPayment = z.object({
  id: z.string(),
  paid_at: moment,
  state: z.enum(paymentState.enumValues),
  amount_cents: z.number(),
  tax_cents: z.number().check(z.describe('The tax within the amount')),
  refunded_cents: z.number(),
  license: z
    .nullable(ownLicense)
    .check(z.describe('Null for a payment whose money has not arrived, or has gone back')),
  receipt: z.object({
    number: z.string(),
    paid_until: z.nullable(z.iso.date()).check(z.describe('The end of the year that the receipt is for')),
    versions: z.array(receiptVersion).check(z.describe('All versions, oldest first. The last one counts')),
  }),
});

const storedPurchase = z.object({
  id: z.string(),
  order_id: z.string(),
  type: z.enum(purchaseType.enumValues),
  plan: z.string(),
  state: z.enum(purchaseState.enumValues),
  ordered_at: moment,
  terms_version: z.iso.date().check(z.describe('The version of the terms under which it was made')),
  is_payer: z
    .boolean()
    .check(z.describe('False if the address only gets receipts. Only the payer may cancel')),
  cancellation: z
    .nullable(z.object({ state: z.enum(paypalActionState.enumValues), requested_at: moment }))
    .check(z.describe('The buyer’s last request to cancel. `waiting`: PayPal has not answered yet')),
  payments: z.array(ownPayment),
});

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
    renews_for_cents: z
      .nullable(z.number())
      .check(
        z.describe('The charge at `renews_at`, in US cents. Null if that is null, or if PayPal did not say'),
      ),
  })
  .check(z.meta({ id: 'OwnPurchase' }));

export type OwnPurchase = z.infer<typeof ownPurchase>;

/** Returns the purchases of the calling buyer, newest first. */
export async function listOwnPurchases(context: Context): Promise<OwnPurchase[]> {
  return loadPurchases(context, ne(purchases.state, 'failed'));
}

/** A payment, and its purchase. */
interface OwnReceipt {
  readonly purchase: OwnPurchase;
  readonly payment: OwnPurchase['payments'][number];
}

/**
 * Returns a payment of the calling buyer, with its receipt. Throws `payment-not-found`, also for another buyer's payment, and for a
 * payment whose money has not arrived.
 */
export async function showOwnReceipt(context: Context, paymentId: string): Promise<OwnReceipt> {
  for (const purchase of await listOwnPurchases(context)) {
    const payment = purchase.payments.find(({ id }) => id === paymentId);
    if (payment && arrivedStates.some((state) => state === payment.state)) return { purchase, payment };
  }
  throw problem('payment-not-found');
}

/** Returns a purchase of the calling buyer. Throws `purchase-not-found`, also for another buyer's purchase. */
export async function showOwnPurchase(context: Context, id: string): Promise<OwnPurchase> {
  const [purchase] = await loadPurchases(context, eq(purchases.id, id));
  if (!purchase) throw problem('purchase-not-found');
  return purchase;
}

async function loadPurchases(context: Context, condition: SQL): Promise<OwnPurchase[]> {
  const email = buyersEmail(context);
  const isOwn = and(isOwnPurchase(email), condition);
  const [found, paid, stored] = await context.db.atomically((tx) => [
    tx
      .select({ ...purchaseColumns, is_payer: isPayer(email) })
      .from(purchases)
      .where(isOwn)
      .orderBy(desc(purchases.createdAt), purchases.id),
    tx
      .select({
        purchaseId: payments.purchaseId,
        receiptNumber: payments.providerId,
        paidUntil: sql<string | null>`(
          select ${licenses.coversUntil}::text from ${licenses} where ${licenses.paymentId} = ${payments.id} order by ${licenses.id} limit 1
        )`,
        payment: paymentColumns,
      })
      .from(payments)
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(and(isOwn, ne(payments.state, 'declined')))
      .orderBy(desc(payments.paidAt), payments.id),
    tx
      .select(versionColumns)
      .from(receiptVersions)
      .innerJoin(payments, eq(payments.id, receiptVersions.paymentId))
      .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
      .where(isOwn)
      .orderBy(receiptVersions.createdAt, receiptVersions.version),
  ]);
  const paymentsOf = (id: string) =>
    paid
      .filter(({ purchaseId }) => purchaseId === id)
      .map(({ purchaseId, receiptNumber: number, paidUntil: paid_until, payment }) => {
        const versions = versionsOfReceipt({ id: payment.id, purchaseId, paidAt: payment.paid_at }, stored);
        return { ...payment, receipt: { number, paid_until, versions } };
      });
  const oneTime = found.filter(({ type }) => type === 'one-time').toReversed();
  const ends = yearEnds(oneTime.map(({ id }) => paymentsOf(id)));
  return found.map(({ next_billing_at: billing, next_billing_cents: billingCents, ...purchase }) => {
    const ownPayments = paymentsOf(purchase.id);
    const renews =
      purchase.state === 'active' &&
      (purchase.cancellation === null || purchase.cancellation.state === 'refused');
    // A date that is over comes from an answer before the last payment.
    const isAhead = billing !== null && Date.parse(billing) > context.now.getTime();
    const place = oneTime.findIndex(({ id }) => id === purchase.id);
    return {
      ...purchase,
      payments: ownPayments,
      paid_until: place >= 0 ? (ends[place] ?? null) : paidUntil(ownPayments, billing),
      renews_at: renews && isAhead ? billing : null,
      renews_for_cents: renews && isAhead ? billingCents : null,
    };
  });
}

const purchaseColumns = {
  id: purchases.id,
  order_id: purchases.providerId,
  type: purchases.type,
  plan: purchases.planId,
  state: purchases.state,
  ordered_at: iso(purchases.createdAt),
  terms_version: purchases.termsVersion,
  cancellation: jsonRow(
    { state: paypalActions.state, requested_at: iso(paypalActions.createdAt) },
    sql`from ${paypalActions}
      where ${eq(paypalActions.kind, 'cancel')} and ${eq(paypalActions.purchaseId, purchases.id)}
      order by ${desc(paypalActions.createdAt)} limit 1`,
  ),
  /** PayPal's date of the next payment, which is shown only for a purchase that renews. */
  next_billing_at: iso(purchases.nextBillingAt),
  next_billing_cents: purchases.nextBillingCents,
};

const paymentColumns = {
  id: payments.id,
  paid_at: iso(payments.paidAt),
  state: payments.state,
  amount_cents: payments.amountCents,
  tax_cents: payments.taxCents,
  refunded_cents: payments.refundedCents,
  license: jsonRow(
    { text: licenses.text, covers_until: licenses.coversUntil },
    sql`from ${licenses} where ${licenses.paymentId} = ${payments.id} and ${isNull(licenses.revokedAt)}`,
  ),
} satisfies ColumnsOf<Omit<OwnPurchase['payments'][number], 'receipt'>>;
