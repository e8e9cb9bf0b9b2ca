import { currency, findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Order } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase } from './purchase.ts';

/** A capture that completed or may still complete outweighs those that were declined. */
const stateOf = (captures: Order['captures']): ConfirmedPurchase['state'] => {
  if (captures.some(({ state }) => state === 'completed')) return 'completed';
  return captures.some(({ state }) => state === 'pending') ? 'pending' : 'failed';
};

/**
 * Holds an order against what is sold: plan, amount, currency and payee of the order and of each capture.
 * Null while nothing is captured yet; `failed` when every capture was declined. Throws `purchase-mismatch`.
 */
export const confirmOrder = ({ settings }: Context, order: Order): ConfirmedPurchase | null => {
  const plan = findPlan(order.planId ?? '');
  if (plan?.type !== 'one-time' || order.payeeId !== settings.merchantId) throw problem('purchase-mismatch');
  const asSold = [order.amount, ...order.captures.map((capture) => capture.amount)].every(
    (amount) => amount.cents === plan.priceCents && amount.currency === currency,
  );
  if (!asSold) throw problem('purchase-mismatch');
  if (order.captures.length === 0) return null;
  return {
    providerId: order.id,
    type: plan.type,
    plan,
    state: stateOf(order.captures),
    payer: order.payer,
    code: order.reference,
    payments: order.captures,
  };
};
