import type { LedgerFacts } from '../ledger/missing-entries.ts';
import {
  type AffiliateRow,
  type BuyerAccount,
  type EntryRow,
  hasArrived,
  payersPurchases,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  wasActive,
} from './buyer-account.ts';
import { netRefunds } from './refunds-and-disputes.ts';

/** The facts that decide the ledger of a payment, and whether it is a self-referral. */
export interface CommissionFacts extends LedgerFacts {
  readonly paymentId: string;
  readonly purchaseId: string;
  readonly affiliateId: string;
  readonly affiliateEmails: readonly string[];
  /** Normalized addresses of the payer, except those of declined payments. */
  readonly payerEmailKeys: readonly string[];
  /** True if the payment was ever on hold as a self-referral, even if an admin has released it. */
  readonly wasHeld: boolean;
  /** True if another payment of this payer is on hold as a self-referral of this affiliate. */
  readonly isSuspected: boolean;
}

/**
 * Returns the facts of every payment of these purchases that arrived and has an affiliate, oldest first. Without
 * `includeReassigned`, payments whose commission belongs to another affiliate are left out.
 */
export function commissionFacts(
  buyer: BuyerAccount,
  purchases: readonly PurchaseRow[],
  { includeReassigned = false } = {},
): readonly CommissionFacts[] {
  return purchases
    .flatMap((purchase) => {
      const affiliate = buyer.affiliates.find(({ id }) => id === purchase.affiliateId);
      if (!affiliate) return [];
      return paymentsOf(buyer, purchase)
        .filter(hasArrived)
        .filter((payment) => includeReassigned || !belongsToOther(buyer, payment, affiliate))
        .map((payment) => collectFacts(buyer, purchase, affiliate, payment));
    })
    .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || (a.paymentId < b.paymentId ? -1 : 1));
}

/** True if another affiliate has the commission. An admin's re-attribution can move the commission. */
function belongsToOther({ entries }: BuyerAccount, { id }: PaymentRow, affiliate: AffiliateRow): boolean {
  const paymentEntries = entries.filter(({ paymentId }) => paymentId === id);
  return (
    paymentEntries.some(({ kind }) => kind === 'commission') &&
    !paymentEntries.some((entry) => entry.affiliateId === affiliate.id)
  );
}

function collectFacts(
  buyer: BuyerAccount,
  purchase: PurchaseRow,
  affiliate: AffiliateRow,
  payment: PaymentRow,
): CommissionFacts {
  const { id: paymentId, providerId, paidAt, customerFirstPaidAt, amountCents, taxCents } = payment;
  const entries = buyer.entries.filter((entry) => entry.paymentId === paymentId);
  const isOwn = (entry: { readonly affiliateId: string }) => entry.affiliateId === affiliate.id;
  return {
    paymentId,
    providerId,
    paidAt,
    amountCents,
    taxCents,
    purchaseId: purchase.id,
    affiliateId: affiliate.id,
    type: purchase.type,
    customerFirstPaidAt: customerFirstPaidAt ?? paidAt,
    purchaseFirstPaidAt: firstPaidAt(buyer, [purchase]) ?? paidAt,
    sequence: paymentSequence(buyer, payment),
    isEligible:
      wasActive(buyer, affiliate.id, paidAt) ||
      entries.some((entry) => isOwn(entry) && entry.kind === 'reattribution'),
    refunds: netRefunds(buyer, payment),
    // Refund entries of another affiliate stay in the list with the amount 0, so that the refund is not entered again.
    entries: entries
      .filter((entry) => isOwn(entry) || isRefundEntry(entry))
      .map((entry) => (isOwn(entry) ? entry : { ...entry, amountCents: 0 })),
    affiliateEmails: [affiliate.email, affiliate.payoutEmail].flatMap((email) => email ?? []),
    payerEmailKeys: payersPurchases(buyer, purchase)
      .filter((row) => paymentsOf(buyer, row).some(hasArrived))
      .flatMap(({ payerEmailKey }) => payerEmailKey ?? []),
    wasHeld: buyer.holds.some((hold) => hold.paymentId === paymentId && hold.reason === 'self-referral'),
    isSuspected: isSuspected(buyer, purchase, affiliate),
  };
}

/**
 * Returns the sequence of a payment: its place by date, from 1, among the purchase's payments that arrived. A refunded or
 * reversed payment keeps its place. A pending payment gets the place after all payments that arrived before it.
 */
export function paymentSequence(buyer: BuyerAccount, payment: PaymentRow): number {
  const earlierPayments = paymentsOf(buyer, { id: payment.purchaseId }).filter(
    (other) =>
      hasArrived(other) &&
      (other.paidAt < payment.paidAt ||
        (other.paidAt.getTime() === payment.paidAt.getTime() && other.providerId < payment.providerId)),
  );
  return earlierPayments.length + 1;
}

/** Returns the date of the first payment of these purchases that arrived, or undefined if none arrived. */
export function firstPaidAt(buyer: BuyerAccount, purchases: readonly PurchaseRow[]): Date | undefined {
  const times = purchases
    .flatMap((row) => paymentsOf(buyer, row))
    .filter(hasArrived)
    .map(({ paidAt }) => paidAt.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}

function isRefundEntry({ kind }: EntryRow): boolean {
  return kind === 'refund' || kind === 'reversal';
}

/**
 * True if a payment by the same payer has an open self-referral hold that was placed while this affiliate owned the
 * commission. Affiliates who owned the commission earlier or later are not suspected.
 */
function isSuspected(buyer: BuyerAccount, purchase: PurchaseRow, { id }: AffiliateRow): boolean {
  const payments = payersPurchases(buyer, purchase).flatMap((row) => paymentsOf(buyer, row));
  return buyer.holds.some(
    ({ paymentId, reason, placedAt, releasedAt }) =>
      reason === 'self-referral' &&
      releasedAt === null &&
      payments.some((payment) => payment.id === paymentId) &&
      ownsCommission(
        buyer.entries.filter(
          (entry) =>
            entry.paymentId === paymentId &&
            entry.affiliateId === id &&
            // A commission counts with any date, because PayPal dates it and PayPal's clock may be ahead. A refund entry
            // never counts, because PayPal may date it before a re-attribution.
            (entry.kind === 'commission' || entry.occurredAt <= placedAt) &&
            !isRefundEntry(entry),
        ),
      ),
  );
}

/** True if the affiliate of these entries owns the commission: the last re-attribution, if any, took nothing away. */
function ownsCommission(entries: readonly EntryRow[]): boolean {
  const reattribution = entries.findLast(({ kind }) => kind === 'reattribution');
  return entries.length > 0 && (reattribution?.amountCents ?? 0) >= 0;
}
