import { uuidv7 } from 'uuidv7';
import { type AffiliateRow, type Books, type EntryRow, type PurchaseRow, withChanged } from './books.ts';
import { bringLedger } from './bring-ledger.ts';
import { stayingCents } from './counted-refunds.ts';
import { type LedgerFacts, ledgerFacts } from './ledger-facts.ts';
import { worthOf } from './worth-of.ts';

export type Owner = Pick<AffiliateRow, 'id' | 'code'>;

interface Gift {
  /** Whose the purchase is from now on, one of the books' affiliates; null: nobody's. */
  readonly target: Owner | null;
  /** What the entries name as their cause. */
  readonly source: string;
  readonly now: Date;
  /** Which payments are given along; all of them unless said otherwise. */
  readonly isGiven?: (payment: LedgerFacts) => boolean;
}

const ownSum = ({ entries }: LedgerFacts): number =>
  entries.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Whether what a payment earns may rise again: then an entry of nothing says whose it is. */
const mayRise = (books: Books, { paymentId, affiliateId, refunds }: LedgerFacts): boolean =>
  refunds.some(({ kind }) => kind === 'reversal') &&
  books.entries.every((entry) => entry.paymentId !== paymentId || entry.affiliateId !== affiliateId);

/**
 * Books with an entry for each payment of the purchase whose affiliate has another sum of it than `wanted`; null is wanted of
 * those that are not given.
 */
const enter = (
  books: Books,
  purchase: PurchaseRow,
  { source, now }: Gift,
  wanted: (payment: LedgerFacts, worthCents: number) => number | null,
): Books => {
  const entries = ledgerFacts(books, [purchase], { whoeverHasIt: true }).flatMap((payment): EntryRow[] => {
    const { amountCents: worthCents, ...terms } = worthOf(payment, now);
    const wantedCents = wanted(payment, worthCents);
    const amountCents = (wantedCents ?? 0) - ownSum(payment);
    const { affiliateId, paymentId, providerId } = payment;
    const of = { affiliateId, paymentId, source: `${source}#${providerId}` };
    return amountCents === 0 && (wantedCents === null || !mayRise(books, payment))
      ? []
      : [{ id: uuidv7(), kind: 'reattribution', occurredAt: now, amountCents, ...of, ...terms }];
  });
  return { ...books, entries: [...books.entries, ...entries] };
};

/** Whether a payment that did not all go back earned its owner nothing, since they were not active when it was made. */
const isMissed = ({ isEligible, refunds, amountCents }: LedgerFacts): boolean =>
  !isEligible && stayingCents(refunds, amountCents) < amountCents;

/** Whether the owner of a purchase would get something if it were given to them once more. */
export const hasMissedPayment = (books: Books, row: PurchaseRow): boolean =>
  ledgerFacts(books, [row], { whoeverHasIt: true }).some(isMissed);

/**
 * Books where a purchase, and all it earned so far, has moved to another owner, by appending alone. Given to its owner, it
 * earns what they missed, and keeps the rest as it is.
 */
export const givePurchase = (before: Books, row: PurchaseRow, gift: Gift): Books => {
  const { target, now, isGiven = () => true } = gift;
  const isOwner = target !== null && row.affiliateId === target.id;
  const taken = isOwner ? before : enter(before, row, gift, () => null);
  const changed: PurchaseRow = {
    ...row,
    affiliateId: target?.id ?? null,
    affiliateCode: target?.code ?? null,
    reattributedAt: now,
    version: row.version + 1,
  };
  const moved = { ...taken, purchases: withChanged(taken.purchases, changed) };
  const given = enter(moved, changed, gift, (payment, worthCents) => {
    if (isOwner && !isMissed(payment)) return ownSum(payment);
    return isGiven(payment) ? worthCents : null;
  });
  return bringLedger(given, changed, now);
};
