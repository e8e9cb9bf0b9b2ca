import { currency, findPlan } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Order } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase } from './purchase.ts';

/**
 * Holds an order against what is sold: plan, amount, currency and payee of the order and of each capture.
 * Null while nothing is captured yet. Throws `purchase-mismatch`; `order-not-paid` when all was declined.
 */
export const confirmOrder = ({ settings }: Context, order: Order): ConfirmedPurchase | null => {
  const plan = findPlan(order.planId ?? '');
  if (plan?.type !== 'one-time' || order.payeeId !== settings.merchantId) throw problem('purchase-mismatch');
  const asSold = [order.amount, ...order.captures.map((capture) => capture.amount)].every(
    (amount) => amount.cents === plan.priceCents && amount.currency === currency,
  );
  if (!asSold) throw problem('purchase-mismatch');

  const [first, ...rest] = order.captures.filter((capture) => capture.state !== 'declined');
  if (!first) {
    if (order.captures.length > 0) throw problem('order-not-paid');
    return null;
  }
  const paid = [first, ...rest].some((capture) => capture.state === 'completed');
  return {
    providerId: order.id,
    type: plan.type,
    plan,
    state: paid ? 'completed' : 'pending',
    payer: order.payer,
    code: order.reference,
    payments: [first, ...rest],
  };
};
