import { offersAt } from '../../shared/offers.ts';
import { currency, findPlan } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Order } from '../paypal/payments.ts';
import type { ConfirmedPurchase, Terms } from './purchase.ts';

/** A capture that completed or may still complete outweighs those that were declined. */
const stateOf = (captures: Order['captures']): ConfirmedPurchase['state'] => {
  if (captures.some(({ state }) => state === 'completed')) return 'completed';
  return captures.some(({ state }) => state === 'pending') ? 'pending' : 'failed';
};

/** What an order was sold as: a plan, and one of the prices that the page offered which made it. */
const soldAs = ({ planId, amount, createdAt }: Order): Terms | undefined => {
  const plan = findPlan(planId ?? '');
  if (plan?.type !== 'one-time') return undefined;
  const offer = offersAt(plan, createdAt).find(({ priceCents }) => priceCents === amount.cents);
  return offer && { planId: plan.id, amountCents: offer.priceCents };
};

/**
 * Holds an order against what was sold when it was made, or what it was recorded with: plan, amount, currency and payee of the
 * order and of each capture, and a tax that is part of it. Null while nothing is captured yet; `failed` when every capture
 * was declined. Throws `purchase-mismatch`.
 */
export const confirmOrder = (
  { settings }: Context,
  order: Order,
  known: Terms | undefined,
): ConfirmedPurchase | null => {
  const sold = known ?? soldAs(order);
  if (!sold || order.planId !== sold.planId || order.payeeId !== settings.merchantId)
    throw problem('purchase-mismatch');
  const asSold = [order.amount, ...order.captures.map((capture) => capture.amount)].every(
    (amount) => amount.cents === sold.amountCents && amount.currency === currency,
  );
  // The browser made the order, and what is tax earns nothing.
  const taxed = order.captures.every(({ taxCents }) => taxCents >= 0 && taxCents <= sold.amountCents);
  if (!asSold || !taxed) throw problem('purchase-mismatch');
  if (order.captures.length === 0) return null;
  return {
    planId: sold.planId,
    amountCents: sold.amountCents,
    providerId: order.id,
    type: 'one-time',
    state: stateOf(order.captures),
    stateAt: null,
    stateAskedAt: null,
    payer: order.payer,
    code: order.reference,
    payments: order.captures,
    leftOut: [],
  };
};
