import type { Books, PaymentRow, RefundRow } from './books.ts';

/**
 * Whether a reversal was given back: the provider took the money while a dispute was open that the seller then won, by the
 * provider's own times. Should that dispute be opened again, it counts again.
 */
const isGivenBack = ({ disputes }: Books, { kind, paymentId, refundedAt }: RefundRow): boolean =>
  kind === 'reversal' &&
  disputes.some(
    (dispute) =>
      dispute.paymentId === paymentId &&
      dispute.state === 'won' &&
      dispute.openedAt <= refundedAt &&
      refundedAt <= dispute.stateAt,
  );

/** What went back of a payment and stays so. */
export const countedRefunds = (books: Books, { id }: Pick<PaymentRow, 'id'>): readonly RefundRow[] =>
  books.refunds.filter((refund) => refund.paymentId === id && !isGivenBack(books, refund));
