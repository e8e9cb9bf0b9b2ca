import type { Books, PaymentRow, RefundRow } from './books.ts';

/** Money that went back from a payment, and how much of it did not come again. US cents. */
export interface CountedRefund extends RefundRow {
  readonly staysCents: number;
}

/** How far two clocks of the provider's may differ, in milliseconds. */
const tolerance = 60_000;

/**
 * What went back of a payment, oldest first. A provider may take the money while a dispute is open, and give it back: what
 * was reversed under disputes that the seller won does not stay, and under one that was lost no more than it cost, where
 * that is known. A dispute may give way to another, so any that is not won counts.
 */
export const countedRefunds = (books: Books, { id }: Pick<PaymentRow, 'id'>): readonly CountedRefund[] => {
  const disputes = books.disputes.filter(({ paymentId }) => paymentId === id);
  const unwon = disputes.filter(({ state }) => state !== 'won');
  const [cause] = unwon;
  let left = unwon.length === 1 && cause?.state === 'lost' ? cause.lostCents || Infinity : Infinity;
  if (unwon.length === 0) left = 0;
  const isDisputed = (at: number) =>
    disputes.some(
      ({ openedAt, stateAt }) => at >= openedAt.getTime() - tolerance && at <= stateAt.getTime() + tolerance,
    );
  return books.refunds
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((one, other) => one.refundedAt.getTime() - other.refundedAt.getTime())
    .map((refund) => {
      if (refund.kind !== 'reversal' || !isDisputed(refund.refundedAt.getTime()))
        return { ...refund, staysCents: refund.amountCents };
      const staysCents = Math.min(refund.amountCents, left);
      left -= staysCents;
      return { ...refund, staysCents };
    });
};

/** How much of a payment went back and stays so, by some of its refunds. US cents, not more than was paid. */
export const stayingCents = (
  refunds: readonly Pick<CountedRefund, 'staysCents'>[],
  paidCents: number,
): number =>
  Math.min(
    paidCents,
    refunds.reduce((sum, { staysCents }) => sum + staysCents, 0),
  );

/** The same of all of a payment's refunds, or of those since a moment of the provider's. */
export const stayedAway = (books: Books, payment: PaymentRow, since = new Date(0)): number => {
  const refunds = countedRefunds(books, payment).filter(
    ({ refundedAt }) => refundedAt.getTime() >= since.getTime() - tolerance,
  );
  return stayingCents(refunds, payment.amountCents);
};
