import { uuidv7 } from 'uuidv7';
import { currency } from '../../shared/plans.ts';
import { type Books, type DisputeRow, paymentsOf, type PurchaseRow, withChanged } from './books.ts';
import type { News } from './purchase.ts';

const isOlder = (known: DisputeRow, told: DisputeRow): boolean =>
  told.stateAt > known.stateAt ||
  (told.stateAt.getTime() === known.stateAt.getTime() && known.state === 'open');

/** What was told of a payment's dispute is added, or takes the place of what was told earlier. */
const withTold = (disputes: readonly DisputeRow[], told: DisputeRow): readonly DisputeRow[] => {
  const known = disputes.find(
    ({ providerId, paymentId }) => providerId === told.providerId && paymentId === told.paymentId,
  );
  if (!known) return [...disputes, told];
  if (!isOlder(known, told)) return disputes;
  return withChanged(disputes, { ...told, id: known.id, openedAt: known.openedAt });
};

/**
 * Books with how a dispute of a purchase's payments stands, by the provider's own time of its last change; an older answer
 * undoes no newer one. What the seller lost is known of a dispute about one payment only.
 */
export const keepDispute = (books: Books, purchase: PurchaseRow, dispute: News['dispute']): Books => {
  if (!dispute) return books;
  const { id: providerId, paymentIds, state, openedAt, changedAt: stateAt, lost } = dispute;
  const isAlone = paymentIds.length === 1 && lost.currency === currency;
  const disputes = paymentsOf(books, purchase)
    .filter((payment) => paymentIds.includes(payment.providerId))
    .map(({ id: paymentId, amountCents }) => {
      const lostCents = isAlone ? Math.min(lost.cents, amountCents) : 0;
      return { id: uuidv7(), paymentId, lostCents, ...{ providerId, state, openedAt, stateAt } };
    })
    .reduce(withTold, books.disputes);
  return { ...books, disputes };
};
