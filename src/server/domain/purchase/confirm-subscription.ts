import { currency, planOfType } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { ProviderPayment, Subscription } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase, KnownPurchase } from './purchase.ts';

type Terms = Pick<KnownPurchase, 'planId' | 'amountCents'>;

/** What a new subscription must be: today's plan, with its price as the first payment. */
const assertAsSold = (annualPlanId: string, subscription: Subscription, first: ProviderPayment): Terms => {
  const plan = planOfType('subscription');
  if (!plan || subscription.providerPlanId !== annualPlanId) throw problem('purchase-mismatch');
  if (first.amount.cents !== plan.priceCents || first.amount.currency !== currency)
    throw problem('purchase-mismatch');
  return { planId: plan.id, amountCents: plan.priceCents };
};

/**
 * Holds a subscription against what is sold: the billing plan, and the first payment's amount and
 * currency. One that is recorded already keeps its terms, whatever is sold today, also while the provider lists no
 * payment of it as completed. Null until something is paid. Throws `purchase-mismatch`.
 */
export const confirmSubscription = (
  { settings }: Context,
  subscription: Subscription,
  known: Terms | undefined,
): ConfirmedPurchase | null => {
  const paid = subscription.payments.filter(({ state }) => state === 'completed');
  const [first] = paid;
  const terms = known ?? (first && assertAsSold(settings.annualPlanId, subscription, first));
  if (!terms) {
    if (subscription.providerPlanId !== settings.annualPlanId) throw problem('purchase-mismatch');
    return null;
  }
  const { planId, amountCents } = terms;
  return {
    planId,
    amountCents,
    providerId: subscription.id,
    type: 'subscription',
    state: subscription.state,
    stateAt: subscription.stateAt,
    stateAskedAt: subscription.askedAt,
    payer: subscription.payer,
    code: subscription.reference,
    payments: paid.filter(({ amount }) => amount.currency === currency && amount.cents > 0),
  };
};
