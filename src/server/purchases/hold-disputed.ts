import { uuidv7 } from 'uuidv7';
import {
  type Books,
  type HoldRow,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  withChanged,
} from './books.ts';
import { stayedAway } from './counted-refunds.ts';

/** Who releases the hold of a dispute that ended, in `released_by`. */
const provider = 'provider';

/**
 * When a payment's newest dispute was opened that is open, or lost and the money not back yet: what went back before
 * it was opened is not what it took. Null where all are settled.
 */
const unsettledSince = (books: Books, payment: PaymentRow): Date | null =>
  books.disputes
    .filter(({ paymentId }) => paymentId === payment.id)
    .filter(({ state, openedAt, lostCents }) => {
      // How much one took that is about several payments is not known: then whatever goes back settles it.
      const isBack =
        stayedAway(books, payment, openedAt) >= Math.max(1, lostCents) ||
        stayedAway(books, payment) === payment.amountCents;
      return state === 'open' || (state === 'lost' && !isBack);
    })
    .reduce<Date | null>(
      (newest, { openedAt }) => (newest === null || openedAt > newest ? openedAt : newest),
      null,
    );

/** Whether it was the admin who released a hold of this dispute, or of a later one. */
const isDecided = (released: readonly HoldRow[], since: Date): boolean =>
  released.some(({ releasedBy, placedAt }) => releasedBy !== provider && placedAt >= since);

const withHold = (books: Books, payment: PaymentRow, now: Date): readonly HoldRow[] => {
  const since = unsettledSince(books, payment);
  const holds = books.holds.filter(
    ({ paymentId, reason }) => paymentId === payment.id && reason === 'dispute',
  );
  const open = holds.find(({ releasedAt }) => releasedAt === null);
  if (since === null)
    return open ? withChanged(books.holds, { ...open, releasedAt: now, releasedBy: provider }) : books.holds;
  // One hold stands for all disputes, the newest as well: the admin who releases it has decided that, too.
  if (open)
    return since > open.placedAt ? withChanged(books.holds, { ...open, placedAt: since }) : books.holds;
  if (isDecided(holds, since)) return books.holds;
  const placed: HoldRow = {
    id: uuidv7(),
    paymentId: payment.id,
    reason: 'dispute',
    placedAt: since,
    ...{ releasedAt: null, releasedBy: null },
  };
  return [...books.holds, placed];
};

/**
 * Books where the commission of a purchase's payments is on hold while a dispute is open, and of a lost one until the money
 * went back; then the provider's word releases it. A hold that the admin released stays so until another dispute is opened.
 */
export const holdDisputed = (books: Books, purchase: PurchaseRow, now: Date): Books =>
  paymentsOf(books, purchase).reduce(
    (kept, payment) => ({ ...kept, holds: withHold(kept, payment, now) }),
    books,
  );
