import { currency } from '../../../shared/plans.ts';
import type { Context } from '../../context.ts';
import type { Money, ProviderTransaction } from '../../vendors/payments/payments.ts';
import { amountText, differ, type Difference } from './difference.ts';
import type { OurPayment } from './our-books.ts';

interface Theirs {
  readonly state: ProviderTransaction['state'];
  readonly amount: Money;
}

/** A payment that the report of the range does not list may have begun before it: the provider is asked for it alone. */
const askFor = async ({ payments }: Context, ours: OurPayment): Promise<Theirs | null> => {
  const made =
    ours.type === 'one-time'
      ? (await payments.fetchOrder(ours.orderId))?.captures
      : (await payments.fetchSubscription(ours.orderId))?.payments;
  const found = made?.find(({ id }) => id === ours.id);
  return found ? { amount: found.amount, state: found.state === 'declined' ? 'denied' : found.state } : null;
};

/** The refunds are compared by themselves, so that a payment of which money went back is still a completed one. */
const standsAs = (ours: OurPayment, theirs: Theirs['state']): boolean => {
  const arrived = ours.state === 'completed' || ours.state === 'reversed';
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

const compare = (ours: OurPayment, theirs: Theirs): Difference[] => {
  const what = { order_id: ours.orderId, transaction_id: ours.id };
  const amounts = [amountText({ cents: ours.amountCents, currency }), amountText(theirs.amount)] as const;
  return [
    ...(amounts[0] === amounts[1] ? [] : [differ('payment-amount-differs', what, ...amounts)]),
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
  for (const payment of ours) {
    const other = theirs.get(payment.id) ?? (await askFor(context, payment));
    const what = { order_id: payment.orderId, transaction_id: payment.id };
    const amount = amountText({ cents: payment.amountCents, currency });
    if (other) found.push(...compare(payment, other));
    else if (payment.state !== 'declined')
      found.push(differ('payment-missing-at-provider', what, amount, null));
  }
  return found;
};
