import { uuidv7 } from 'uuidv7';
import { normalizeEmail } from '../../../shared/email.ts';
import { missingEntries } from '../ledger/missing-entries.ts';
import {
  type BuyerAccount,
  buyersPurchases,
  type EntryRow,
  hasArrived,
  type HoldRow,
  type PaymentRow,
  type PurchaseRow,
} from './buyer-account.ts';
import { type CommissionFacts, firstPaidAt, commissionFacts, paymentSequence } from './payment-facts.ts';

/**
 * Appends the missing ledger entries of all payments of the purchase's buyer, because one purchase may change the rate of
 * another. Places one hold on each self-referral.
 */
export function postCommission(buyer: BuyerAccount, purchase: PurchaseRow, now: Date): BuyerAccount {
  const relatedPurchases = buyersPurchases(buyer, purchase);
  const orderedBuyer = orderPayments(buyer, relatedPurchases);
  const payments = commissionFacts(orderedBuyer, relatedPurchases).map((facts) => ({
    ...facts,
    missing: missingEntries(facts, now),
  }));
  const entries = payments.flatMap(({ paymentId, affiliateId, missing }) =>
    missing.map((entry): EntryRow => ({ id: uuidv7(), ...entry, paymentId, affiliateId })),
  );
  const holds = payments
    .filter((facts) => facts.entries.length + facts.missing.length > 0)
    .filter((facts) => !facts.wasHeld && isSelfReferral(facts))
    .map(({ paymentId }): HoldRow => ({
      id: uuidv7(),
      paymentId,
      reason: 'self-referral',
      placedAt: now,
      releasedAt: null,
      releasedBy: null,
    }));
  return {
    ...orderedBuyer,
    entries: [...orderedBuyer.entries, ...entries],
    holds: [...orderedBuyer.holds, ...holds],
  };
}

/** True if the purchase earned its affiliate a commission, even if refunds have taken it back. */
export function isCredited(buyer: BuyerAccount, purchase: PurchaseRow): boolean {
  return commissionFacts(buyer, [purchase]).some(({ entries }) => entries.length > 0);
}

/** True if the buyer is the affiliate: they share an address, or another payment of this payer is suspected. */
function isSelfReferral({ affiliateEmails, payerEmailKeys, isSuspected }: CommissionFacts): boolean {
  return isSuspected || affiliateEmails.some((email) => payerEmailKeys.includes(normalizeEmail(email)));
}

/** Sets `sequence`, `customerFirstPaidAt` and `isRenewal` of each payment. */
function orderPayments(buyer: BuyerAccount, purchases: readonly PurchaseRow[]): BuyerAccount {
  const byId = new Map(purchases.map((purchase) => [purchase.id, purchase]));
  const payments = buyer.payments.map((payment) => {
    const purchase = byId.get(payment.purchaseId);
    if (!purchase) return payment;
    const customerFirstPaidAt = hasArrived(payment)
      ? earlierOf(payment.customerFirstPaidAt, firstPaidAt(buyer, buyersPurchases(buyer, purchase)))
      : payment.customerFirstPaidAt;
    const orderedPayment = { ...payment, customerFirstPaidAt, sequence: paymentSequence(buyer, payment) };
    return { ...orderedPayment, isRenewal: isRenewal(purchase, orderedPayment) };
  });
  return { ...buyer, payments };
}

function earlierOf(a: Date | null, b: Date | undefined): Date | null {
  return b && (a === null || b < a) ? b : a;
}

/** True for every payment of a subscription except the first, and for a one-time payment of a customer who paid before. */
function isRenewal({ type }: PurchaseRow, { sequence, paidAt, customerFirstPaidAt }: PaymentRow): boolean {
  return (
    sequence > 1 || (type === 'one-time' && customerFirstPaidAt !== null && paidAt > customerFirstPaidAt)
  );
}
