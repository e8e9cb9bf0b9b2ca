import { uuidv7 } from 'uuidv7';
import {
  type Books,
  buyersPurchases,
  type EntryRow,
  hasArrived,
  type HoldRow,
  paymentsOf,
  type PurchaseRow,
} from './books.ts';
import { dueEntries } from './due-entries.ts';
import { type LedgerFacts, ledgerFacts } from './ledger-facts.ts';
import { normaliseEmail } from './normalise-email.ts';

/** Whether the buyer is the affiliate: the same address, or a payer who once paid with it, or was taken for them before. */
const isSelfReferral = ({ affiliateEmails, payerEmailKeys, isSuspected }: LedgerFacts): boolean =>
  isSuspected || affiliateEmails.some((email) => payerEmailKeys.includes(normaliseEmail(email)));

/** Notes on each payment of these purchases when its buyer first paid for anything here, by payer id or by address. */
const withFirstPayments = (books: Books, purchases: readonly PurchaseRow[]): Books => {
  const firsts = new Map(
    purchases.map((purchase) => {
      const paid = buyersPurchases(books, purchase).flatMap((row) => paymentsOf(books, row));
      return [purchase.id, Math.min(...paid.filter(hasArrived).map(({ paidAt }) => paidAt.getTime()))];
    }),
  );
  const payments = books.payments.map((payment) => {
    const first = firsts.get(payment.purchaseId);
    const known = payment.customerFirstPaidAt?.getTime() ?? Infinity;
    return first !== undefined && first < known && hasArrived(payment)
      ? { ...payment, customerFirstPaidAt: new Date(first) }
      : payment;
  });
  return { ...books, payments };
};

/**
 * Books where the ledger of all of a buyer's payments is what is known of them, by appending alone. A self-referral is entered
 * and put on hold for the admin, once.
 */
export const bringLedger = (books: Books, purchase: PurchaseRow, now: Date): Books => {
  const related = buyersPurchases(books, purchase);
  const noted = withFirstPayments(books, related);
  const planned = ledgerFacts(noted, related).map((facts) => ({ ...facts, due: dueEntries(facts, now) }));
  const entries = planned.flatMap(({ paymentId, affiliateId, due }) =>
    due.map((entry): EntryRow => ({ id: uuidv7(), ...entry, paymentId, affiliateId })),
  );
  const held = planned.filter(
    (facts) => facts.entries.length + facts.due.length > 0 && !facts.wasHeld && isSelfReferral(facts),
  );
  const holds = held.map(({ paymentId }): HoldRow => ({
    id: uuidv7(),
    paymentId,
    reason: 'self-referral',
    placedAt: now,
    ...{ releasedAt: null, releasedBy: null },
  }));
  return { ...noted, entries: [...noted.entries, ...entries], holds: [...noted.holds, ...holds] };
};

/** Whether a purchase earns its affiliate a commission, be it nothing by now. */
export const isCredited = (books: Books, purchase: PurchaseRow): boolean =>
  ledgerFacts(books, [purchase]).some(({ entries }) => entries.length > 0);
