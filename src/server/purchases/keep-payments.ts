import { uuidv7 } from 'uuidv7';
import type { ProviderPayment } from '../paypal/payments.ts';
import {
  type Books,
  buyersPurchases,
  type PaymentRow,
  paymentsOf,
  type PurchaseRow,
  withChanged,
} from './books.ts';
import type { ToldCompletion } from './purchase.ts';

/**
 * Payments with the true date of one of them. First dates that came from its wrong one are cleared, to be found anew; those of
 * another payment stay.
 */
const withDate = (
  books: Books,
  purchase: PurchaseRow,
  row: PaymentRow,
  paidAt: Date,
): readonly PaymentRow[] => {
  const related = new Set(buyersPurchases(books, purchase).map(({ id }) => id));
  const isTaken = ({ purchaseId, customerFirstPaidAt: first }: PaymentRow) =>
    related.has(purchaseId) && first?.getTime() === row.paidAt.getTime();
  return books.payments
    .map((payment) => (isTaken(payment) ? { ...payment, customerFirstPaidAt: null } : payment))
    .map((payment) => (payment.id === row.id ? { ...payment, paidAt } : payment));
};

const keepPayment = (
  books: Books,
  purchase: PurchaseRow,
  payment: ProviderPayment,
  completion: ToldCompletion | null,
): readonly PaymentRow[] => {
  const { id: providerId, state, amount, taxCents } = payment;
  const known = paymentsOf(books, purchase);
  const row = known.find((candidate) => candidate.providerId === providerId);
  const told = completion?.paymentId === providerId ? completion : null;
  const paidAt = told?.at ?? payment.paidAt;
  if (row?.state === 'pending' || (row?.state === 'declined' && state === 'completed'))
    return withChanged(books.payments, { ...row, state, paidAt });
  if (row && told?.isAnnounced && paidAt.getTime() !== row.paidAt.getTime())
    return withDate(books, purchase, row, paidAt);
  if (row || state === 'declined') return books.payments;
  const added: PaymentRow = {
    id: uuidv7(),
    purchaseId: purchase.id,
    sequence: Math.max(0, ...known.map(({ sequence }) => sequence)) + 1,
    amountCents: amount.cents,
    refundedCents: 0,
    customerFirstPaidAt: null,
    ...{ providerId, state, taxCents, paidAt },
  };
  return [...books.payments, added];
};

/**
 * Books with a purchase's payments: new ones are written, pending ones follow the provider, as do declined ones that are
 * completed after all, and those that it does not list now stay, since a sale under dispute may be listed as pending. A
 * capture that was pending was paid when it completed, which an event may tell later than the purchase itself.
 */
export const keepPayments = (
  books: Books,
  purchase: PurchaseRow,
  found: readonly ProviderPayment[],
  completion: ToldCompletion | null,
): Books =>
  found.reduce(
    (kept, payment) => ({ ...kept, payments: keepPayment(kept, purchase, payment, completion) }),
    books,
  );
