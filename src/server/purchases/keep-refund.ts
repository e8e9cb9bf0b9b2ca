import { uuidv7 } from 'uuidv7';
import { currency } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import { type Books, paymentsOf, type PurchaseRow, type RefundRow, withChanged } from './books.ts';
import type { News } from './purchase.ts';

/**
 * Books with the money that went back from one of a purchase's payments, once, and how much of the payment is back by now. A
 * refund of another payment, or one that is not completed, changes nothing. Throws `purchase-mismatch` in another currency.
 */
export const keepRefund = (books: Books, purchase: PurchaseRow, refund: News['refund']): Books => {
  const payment = paymentsOf(books, purchase).find(({ providerId }) => providerId === refund?.paymentId);
  if (!refund || !payment || refund.state !== 'completed' || refund.amount.cents === 0) return books;
  if (refund.amount.currency !== currency) throw problem('purchase-mismatch');
  const { id: providerId, kind, amount, refundedAt } = refund;
  const added: RefundRow = {
    id: uuidv7(),
    paymentId: payment.id,
    amountCents: amount.cents,
    ...{ providerId, kind, refundedAt },
  };
  const isKnown = books.refunds.some((made) => made.providerId === providerId);
  const refunds = isKnown ? books.refunds : [...books.refunds, added];
  const ofPayment = refunds.filter(({ paymentId }) => paymentId === payment.id);
  const backCents = ofPayment.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const refundedCents = Math.min(payment.amountCents, backCents);
  const isReversed =
    payment.state === 'completed' &&
    refundedCents === payment.amountCents &&
    ofPayment.some((made) => made.kind === 'reversal');
  const state = isReversed ? 'reversed' : payment.state;
  const changed = { ...payment, refundedCents, state };
  return { ...books, refunds, payments: withChanged(books.payments, changed) };
};
