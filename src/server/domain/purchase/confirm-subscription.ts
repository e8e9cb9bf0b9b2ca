import { currency, planOfType } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { Subscription } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase } from './purchase.ts';

/**
 * Holds a subscription against what is sold: the billing plan, and the first payment's amount and
 * currency (a later price does not touch those who subscribed before). Null until something is paid.
 * Throws `purchase-mismatch`.
 */
export const confirmSubscription = (
  { settings }: Context,
  subscription: Subscription,
): ConfirmedPurchase | null => {
  const plan = planOfType('subscription');
  if (!plan || subscription.providerPlanId !== settings.annualPlanId) throw problem('purchase-mismatch');
  const [first, ...renewals] = subscription.payments.filter((payment) => payment.state === 'completed');
  if (!first) return null;
  if (first.amount.cents !== plan.priceCents || first.amount.currency !== currency)
    throw problem('purchase-mismatch');
  return {
    providerId: subscription.id,
    type: plan.type,
    plan,
    state: subscription.state,
    payer: subscription.payer,
    code: subscription.reference,
    payments: [first, ...renewals],
  };
};
