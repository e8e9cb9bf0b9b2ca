import { currency, findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Order } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase, KnownPurchase } from './purchase.ts';

/** A capture that completed or may still complete outweighs those that were declined. */
const stateOf = (captures: Order['captures']): ConfirmedPurchase['state'] => {
  if (captures.some(({ state }) => state === 'completed')) return 'completed';
  return captures.some(({ state }) => state === 'pending') ? 'pending' : 'failed';
};

/**
 * Holds an order against what is sold (or, once recorded, was sold): plan, amount, currency and payee of
 * the order and of each capture, and a tax that is part of it. Null while nothing is captured yet; `failed` when every capture was
 * declined. Throws `purchase-mismatch`.
 */
export const confirmOrder = (
  { settings }: Context,
  order: Order,
  known: Pick<KnownPurchase, 'planId' | 'amountCents'> | undefined,
): ConfirmedPurchase | null => {
  const plan = findPlan(order.planId ?? '');
  const sold = known ?? (plan?.type === 'one-time' && { planId: plan.id, amountCents: plan.priceCents });
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
  };
};
