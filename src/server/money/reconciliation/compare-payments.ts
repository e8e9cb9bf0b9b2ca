import { currency } from '../../../shared/plans.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Money, ProviderTransaction } from '../../frame/context/paypal.ts';
import { hasArrived } from '../purchases/buyer-account.ts';
import { fetchOrderOrSubscription, listedPayments } from '../purchases/provider-purchase.ts';
import { amountText, compareRecord, differ, type Difference } from './difference.ts';
import { idsOf, type OurPayment } from './our-records.ts';

/** Compares PayPal's report of the payments with our records. */
export async function comparePayments(
  context: Context,
  ours: readonly OurPayment[],
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> {
  const oursById = new Map(ours.map((payment) => [payment.id, payment]));
  const theirsById = new Map(listed.map((payment) => [payment.id, payment]));
  const differences = listed
    .filter((payment) => !oursById.has(payment.id) && mustBeRecorded(payment))
    .map(({ id, amount }) =>
      differ('payment-missing-here', { order_id: null, transaction_id: id }, null, amountText(amount)),
    );
  for (const payment of ours) {
    const compare = async () =>
      comparePayment(payment, theirsById.get(payment.id) ?? (await fetchPayment(context, payment)));
    differences.push(...(await compareRecord(idsOf(payment), compare)));
  }
  return differences;
}

/**
 * True if a listed payment must be in our records. Outgoing and denied payments belong to no purchase, and a pending payment
 * of a subscription is recorded when it completes.
 */
function mustBeRecorded({ state, amount, isSale }: ProviderTransaction): boolean {
  return amount.cents > 0 && state !== 'denied' && !(isSale && state === 'pending');
}

interface TheirPayment {
  readonly state: ProviderTransaction['state'];
  readonly amount: Money;
}

/** Fetches a payment that the report does not list. It may have begun before the first day of the report. */
async function fetchPayment(
  context: Context,
  { type, orderId, id }: OurPayment,
): Promise<TheirPayment | null> {
  const purchase = await fetchOrderOrSubscription(context, { type, providerId: orderId });
  const payment = listedPayments(purchase).find((candidate) => candidate.id === id);
  if (!payment) return null;
  return { amount: payment.amount, state: payment.state === 'declined' ? 'denied' : payment.state };
}

function comparePayment(ours: OurPayment, theirs: TheirPayment | null): Difference[] {
  const ids = idsOf(ours);
  const ourAmount = amountText({ cents: ours.amountCents, currency });
  if (!theirs)
    return ours.state === 'declined' ? [] : [differ('payment-missing-at-provider', ids, ourAmount, null)];
  const theirAmount = amountText(theirs.amount);
  return [
    ...(ourAmount === theirAmount ? [] : [differ('payment-amount-differs', ids, ourAmount, theirAmount)]),
    ...(isStateEqual(ours, theirs.state)
      ? []
      : [differ('payment-state-differs', ids, ours.state, theirs.state)]),
  ];
}

/** True if both states mean the same. `compareRefunds` compares refunds, so a refunded payment counts as completed here. */
function isStateEqual(ours: OurPayment, theirs: TheirPayment['state']): boolean {
  switch (theirs) {
    case 'pending':
      return ours.state === 'pending';
    case 'denied':
      return ours.state === 'declined';
    case 'completed':
      return hasArrived(ours);
    case 'partly-returned':
      return hasArrived(ours) && ours.refundedCents > 0;
    case 'returned':
      return hasArrived(ours) && ours.refundedCents === ours.amountCents;
  }
}
