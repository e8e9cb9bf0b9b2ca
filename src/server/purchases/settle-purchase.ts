import type { SQLWrapper } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Rows } from '../db/batch.ts';
import type { Order, PaymentOrigin, Subscription } from '../paypal/payments.ts';
import { askProvider, findCompletion, type Found } from './ask-provider.ts';
import { type Books, purchaseIn, type PurchaseRow } from './books.ts';
import { isCredited } from './bring-ledger.ts';
import { changeBooks } from './change-books.ts';
import { confirmOrder } from './confirm-order.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import {
  type ConfirmedPurchase,
  type News,
  type RecordedPurchase,
  type ToldCompletion,
  toRecorded,
} from './purchase.ts';
import { normaliseEmail } from './normalise-email.ts';
import { type ReadBooks, readBooks, type Sought } from './read-books.ts';
import { settleBooks } from './settle-books.ts';

interface PurchaseReference extends PaymentOrigin {
  /** The code the buyer reported; one that travelled with the order wins over it. */
  readonly reportedCode: string | null;
}

/** How a purchase stands once it is settled. */
export interface Settled {
  /** `open` while nothing is paid; `unpaid` where nothing will be. */
  readonly outcome: 'recorded' | 'open' | 'unpaid';
  readonly recorded: RecordedPurchase | null;
  readonly books: Books;
  /** Its payments as the provider lists them. */
  readonly listed: ConfirmedPurchase['payments'];
  readonly leftOut: ConfirmedPurchase['leftOut'];
}

/** What the provider says of a purchase, and of when it was paid. */
interface Answer {
  readonly found: Found;
  readonly completion: ToldCompletion | null;
}

interface Options {
  readonly news?: News;
  /** What was read of the purchase's books a moment ago. */
  readonly seen?: ReadBooks | undefined;
  /** What is done in the same transaction. */
  readonly along?: (settled: Settled) => readonly SQLWrapper[];
}

const confirm = (context: Context, found: Order | Subscription, known: PurchaseRow | undefined) =>
  'captures' in found ? confirmOrder(context, found, known) : confirmSubscription(context, found, known);

/**
 * A purchase as our books have it, for money that went back after the provider has let go of the order. Throws
 * `order-not-found` where there is none, or nothing went back.
 */
const stillRecorded = (row: PurchaseRow | undefined, { refund, dispute }: News): ConfirmedPurchase => {
  if (!row || !(refund ?? dispute)) throw problem('order-not-found');
  const payer = { id: row.payerId, email: row.payerEmail };
  return { ...row, payer, code: row.affiliateCode, payments: [], leftOut: [] };
};

/** What a report of the purchase is answered with; null while it is not recorded, or not paid. */
export const recordedIn = (books: Books, providerId: string): RecordedPurchase | null => {
  const row = purchaseIn(books, providerId);
  if (!row || row.state === 'pending' || row.state === 'failed') return null;
  return toRecorded(row, isCredited(books, row));
};

/** What is recorded of a purchase that the provider says is so. */
const settledAs = (books: Books, confirmed: ConfirmedPurchase): Settled => {
  const purchase = purchaseIn(books, confirmed.providerId);
  const { payments: listed, leftOut } = confirmed;
  // What was paid once stays so, whatever a dispute makes of the provider's word; and after one that failed another may come.
  if (!purchase || (purchase.state === 'failed' && confirmed.state !== 'pending'))
    return { outcome: 'unpaid', recorded: null, books, listed, leftOut };
  const recorded = recordedIn(books, confirmed.providerId);
  return { outcome: recorded ? 'recorded' : 'open', recorded, books, listed, leftOut };
};

/** The books that a purchase is decided by, once the provider has said whose it is. */
export const soughtFor = ({ providerId, reportedCode }: PurchaseReference, found: Found): Sought => ({
  of: { providerId },
  ...(found && { payer: found.payer }),
  codes: [found?.reference, reportedCode].flatMap((code) => code ?? []),
});

/**
 * Brings our records to what the provider said of a purchase, with the rows of the last statement of `along`.
 * Both the checkout's report and the webhook end here, so any order of them ends in the same state.
 * Throws `order-not-found`, `purchase-mismatch`.
 */
export const settleAs = async (
  context: Context,
  reference: PurchaseReference,
  { found, completion }: Answer,
  { news = {}, seen, along = () => [] }: Options = {},
): Promise<{ readonly settled: Settled; readonly rows: Rows }> => {
  const { providerId, reportedCode } = reference;
  const sought = soughtFor(reference, found);

  const settle = (before: Books): Settled => {
    const known = purchaseIn(before, providerId);
    const confirmed = found ? confirm(context, found, known) : stillRecorded(known, news);
    if (!confirmed) return { outcome: 'open', recorded: null, books: before, listed: [], leftOut: [] };
    const told = { reportedCode, news, completion, now: context.now };
    return settledAs(settleBooks(before, confirmed, told), confirmed);
  };
  const { answer: settled, rows } = await changeBooks(
    context,
    sought,
    (before) => {
      const answer = settle(before);
      return { answer, books: answer.books, along: along(answer) };
    },
    seen,
  );
  return { settled, rows };
};

/**
 * Whether books that were read by the purchase alone are all of those that are sought: its buyer and its code are the
 * ones recorded.
 */
const isEnough = (books: Books, { providerId }: PaymentOrigin, { payer, codes }: Sought): boolean => {
  const known = purchaseIn(books, providerId);
  if (!known) return false;
  const isPayer =
    !payer ||
    (payer.id === known.payerId && normaliseEmail(payer.email ?? '') === (known.payerEmailKey ?? ''));
  const isLookedUp = (code: string) =>
    code === known.affiliateCode || books.affiliates.some((affiliate) => affiliate.code === code);
  return isPayer && codes.every(isLookedUp);
};

/**
 * Asks the provider how a purchase stands and brings our records to that. What was `seen` before is used where it is enough.
 * Throws `order-not-found`, `purchase-mismatch`, `payment-provider-unavailable`.
 */
export const settlePurchase = async (
  context: Context,
  reference: PurchaseReference,
  { seen, ...options }: Options = {},
): ReturnType<typeof settleAs> => {
  const found = await askProvider(context, reference);
  const sought = soughtFor(reference, found);
  const books = seen && isEnough(seen, reference, sought) ? seen : await readBooks(context.db, sought);
  const completion = await findCompletion(context, found, books, options.news?.announced);
  return settleAs(context, reference, { found, completion }, { ...options, seen: books });
};
