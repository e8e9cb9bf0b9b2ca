import { currency } from '../../shared/plans.ts';
import type { Context } from '../context.ts';
import type { Money, ProviderTransaction } from '../paypal/payments.ts';
import { hasArrived } from '../purchases/buyer-account.ts';
import { fetchOrderOrSubscription, listedPayments } from '../purchases/provider-purchase.ts';
import { amountText, differ, type Difference } from './difference.ts';
import type { OurPayment } from './our-books.ts';

interface Theirs {
  readonly state: ProviderTransaction['state'];
  readonly amount: Money;
}

/** A payment that the report of the range does not list may have begun before it: the provider is asked for it alone. */
const askFor = async (context: Context, { type, orderId, id }: OurPayment): Promise<Theirs | null> => {
  const purchase = await fetchOrderOrSubscription(context, { type, providerId: orderId });
  const found = listedPayments(purchase).find((payment) => payment.id === id);
  return found ? { amount: found.amount, state: found.state === 'declined' ? 'denied' : found.state } : null;
};

/** The refunds are compared by themselves, so that a payment of which money went back is still a completed one. */
const standsAs = (ours: OurPayment, theirs: Theirs['state']): boolean => {
  const arrived = hasArrived(ours);
  switch (theirs) {
    case 'pending':
      return ours.state === 'pending';
    case 'denied':
      return ours.state === 'declined';
    case 'completed':
      return arrived;
    case 'partly-returned':
      return arrived && ours.refundedCents > 0;
    case 'returned':
      return arrived && ours.refundedCents === ours.amountCents;
  }
};

const compare = (ours: OurPayment, theirs: Theirs | null): Difference[] => {
  const what = { order_id: ours.orderId, transaction_id: ours.id };
  const amount = amountText({ cents: ours.amountCents, currency });
  if (!theirs)
    return ours.state === 'declined' ? [] : [differ('payment-missing-at-provider', what, amount, null)];
  const other = amountText(theirs.amount);
  return [
    ...(amount === other ? [] : [differ('payment-amount-differs', what, amount, other)]),
    ...(standsAs(ours, theirs.state)
      ? []
      : [differ('payment-state-differs', what, ours.state, theirs.state)]),
  ];
};

/**
 * Whether a payment of the provider's must be recorded here. Outgoing and denied ones are nobody's purchase, and a
 * subscription's pending one is recorded when it completes.
 */
const isDueHere = ({ state, amount, isSale }: ProviderTransaction): boolean =>
  amount.cents > 0 && state !== 'denied' && !(isSale && state === 'pending');

/** Which payments differ between the provider's report and our books. */
export const comparePayments = async (
  context: Context,
  ours: readonly OurPayment[],
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> => {
  const known = new Map(ours.map((payment) => [payment.id, payment]));
  const theirs = new Map(listed.map((payment) => [payment.id, payment]));
  const found = listed
    .filter((payment) => !known.has(payment.id) && isDueHere(payment))
    .map(({ id, amount }) =>
      differ('payment-missing-here', { order_id: null, transaction_id: id }, null, amountText(amount)),
    );
  for (const payment of ours)
    found.push(...compare(payment, theirs.get(payment.id) ?? (await askFor(context, payment))));
  return found;
};
