import {
  type AffiliateRow,
  type Books,
  type EntryRow,
  hasArrived,
  payersPurchases,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  wasActive,
} from './books.ts';
import { countedRefunds } from './counted-refunds.ts';
import type { PaymentFacts } from './due-entries.ts';

/** What the ledger of one payment is computed from, and who is behind it. */
export interface LedgerFacts extends PaymentFacts {
  readonly paymentId: string;
  readonly purchaseId: string;
  readonly affiliateId: string;
  /** The addresses of the affiliate, and the compared form of those that the payer ever paid with; a declined try is none. */
  readonly affiliateEmails: readonly string[];
  readonly payerEmailKeys: readonly string[];
  /** Whether a self-referral was held before; the admin may have released it since. */
  readonly wasHeld: boolean;
  /** Whether another payment of this payer waits as a self-referral of this affiliate, whose addresses may be others by now. */
  readonly isSuspected: boolean;
}

type Placed = Pick<PaymentRow, 'paidAt' | 'providerId'>;

const isBefore = (one: Placed, other: Placed): boolean =>
  one.paidAt < other.paidAt ||
  (one.paidAt.getTime() === other.paidAt.getTime() && one.providerId < other.providerId);

/** The place of a payment among its purchase's that arrived, by date, from 1: as `paymentSequence` says it in SQL. */
const placeOf = (books: Books, purchase: PurchaseRow, payment: PaymentRow): number =>
  paymentsOf(books, purchase).filter((other) => hasArrived(other) && isBefore(other, payment)).length + 1;

/** When the first payment of a purchase was made that arrived. */
const firstPaidAt = (books: Books, purchase: PurchaseRow): Date =>
  new Date(
    Math.min(
      ...paymentsOf(books, purchase)
        .filter(hasArrived)
        .map(({ paidAt }) => paidAt.getTime()),
    ),
  );

/** Money that goes back is dated by when it went, which may be before its affiliate was given the payment. */
const wentBack = ({ kind }: EntryRow): boolean => kind === 'refund' || kind === 'reversal';

/** Whether somebody had a share of a payment, by their entries until then: the admin may have given it away since. */
const hadShare = (entries: readonly EntryRow[]): boolean =>
  entries.length > 0 && (entries.findLast(({ kind }) => kind === 'reattribution')?.amountCents ?? 0) >= 0;

/**
 * Whether a payment of this payer that was held while this affiliate had a share of it waits for the admin as a self-referral:
 * whoever had it before, or was given it later, is not meant.
 */
const isSuspected = (books: Books, purchase: PurchaseRow, { id }: AffiliateRow): boolean => {
  const paid = payersPurchases(books, purchase).flatMap((row) => paymentsOf(books, row));
  return books.holds.some(
    ({ paymentId, reason, placedAt, releasedAt }) =>
      reason === 'self-referral' &&
      releasedAt === null &&
      paid.some((payment) => payment.id === paymentId) &&
      hadShare(
        books.entries.filter(
          (entry) =>
            entry.paymentId === paymentId &&
            entry.affiliateId === id &&
            // A commission is dated by the provider's clock, which may be ahead, and comes before any hold of it.
            (entry.kind === 'commission' || entry.occurredAt <= placedAt) &&
            !wentBack(entry),
        ),
      ),
  );
};

const factsOf = (
  books: Books,
  purchase: PurchaseRow,
  affiliate: AffiliateRow,
  payment: PaymentRow,
): LedgerFacts => {
  const { id: paymentId, providerId, paidAt, customerFirstPaidAt, amountCents, taxCents } = payment;
  const entries = books.entries.filter((entry) => entry.paymentId === paymentId);
  const isTheirs = (entry: { readonly affiliateId: string }) => entry.affiliateId === affiliate.id;
  return {
    ...{ paymentId, providerId, paidAt, amountCents, taxCents },
    purchaseId: purchase.id,
    affiliateId: affiliate.id,
    type: purchase.type,
    customerFirstPaidAt: customerFirstPaidAt ?? paidAt,
    purchaseFirstPaidAt: firstPaidAt(books, purchase),
    sequence: placeOf(books, purchase, payment),
    isEligible:
      wasActive(books, affiliate.id, paidAt) ||
      entries.some((entry) => isTheirs(entry) && entry.kind === 'reattribution'),
    refunds: countedRefunds(books, payment),
    // Refunds that another affiliate bore stand among them with 0: they are entered.
    entries: entries
      .filter((entry) => isTheirs(entry) || entry.kind === 'refund' || entry.kind === 'reversal')
      .map((entry) => (isTheirs(entry) ? entry : { ...entry, amountCents: 0 })),
    affiliateEmails: [affiliate.email, affiliate.payoutEmail].flatMap((email) => email ?? []),
    payerEmailKeys: payersPurchases(books, purchase)
      .filter((row) => paymentsOf(books, row).some(hasArrived))
      .flatMap(({ payerEmailKey }) => payerEmailKey ?? []),
    wasHeld: books.holds.some((hold) => hold.paymentId === paymentId && hold.reason === 'self-referral'),
    isSuspected: isSuspected(books, purchase, affiliate),
  };
};

/** A payment whose commission another affiliate has is theirs until the admin gives it away. */
const isOthers = ({ entries }: Books, { id }: PaymentRow, affiliate: AffiliateRow): boolean => {
  const ofPayment = entries.filter(({ paymentId }) => paymentId === id);
  return (
    ofPayment.some(({ kind }) => kind === 'commission') &&
    !ofPayment.some((entry) => entry.affiliateId === affiliate.id)
  );
};

const byDate = (one: LedgerFacts, other: LedgerFacts): number =>
  one.paidAt.getTime() - other.paidAt.getTime() || (one.paymentId < other.paymentId ? -1 : 1);

/**
 * The facts of every payment of these purchases that arrived and names an affiliate, oldest first. A payment whose commission
 * another affiliate has is left out, unless `whoeverHasIt`.
 */
export const ledgerFacts = (
  books: Books,
  purchases: readonly PurchaseRow[],
  { whoeverHasIt = false } = {},
): readonly LedgerFacts[] =>
  purchases
    .flatMap((purchase) => {
      const affiliate = books.affiliates.find(({ id }) => id === purchase.affiliateId);
      if (!affiliate) return [];
      return paymentsOf(books, purchase)
        .filter((payment) => hasArrived(payment) && (whoeverHasIt || !isOthers(books, payment, affiliate)))
        .map((payment) => factsOf(books, purchase, affiliate, payment));
    })
    .toSorted(byDate);
