import { offersAt } from '../../shared/offers.ts';
import { currency, planOfType } from '../../shared/plans.ts';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { ProviderPayment, Subscription } from '../paypal/payments.ts';
import type { ConfirmedPurchase, Terms } from './purchase.ts';

/** Whether the books can take a payment: dollars that came in, of which the tax is a part. */
const isTakeable = ({ amount, taxCents }: ProviderPayment): boolean =>
  amount.currency === currency && amount.cents > 0 && taxCents >= 0 && taxCents <= amount.cents;

/**
 * What a new subscription was sold as: one of the plans of the provider that the page offered which made it, with its price as
 * the first payment. Null while nothing is paid. Throws `purchase-mismatch`.
 */
const soldAs = (
  annualPlanId: string,
  { providerPlanId, isOverridden, createdAt }: Subscription,
  first: ProviderPayment | undefined,
): Terms | null => {
  const plan = planOfType('subscription');
  const offers = plan ? offersAt(plan, createdAt) : [];
  const ofPlan = offers.filter((offer) => (offer.providerPlanId ?? annualPlanId) === providerPlanId);
  // The first payment may be the plan's, and every later one what the browser wished.
  if (!plan || isOverridden || ofPlan.length === 0) throw problem('purchase-mismatch');
  if (!first) return null;
  const offer = ofPlan.find(({ priceCents }) => priceCents === first.amount.cents);
  if (!offer || !isTakeable(first)) throw problem('purchase-mismatch');
  return { planId: plan.id, amountCents: offer.priceCents };
};

/**
 * Holds a subscription against what was sold when it was made: the billing plan, and the first payment's amount and
 * currency. One that is recorded already keeps its terms, whatever is sold today, also while the provider lists no
 * payment of it as completed. A later payment that the books cannot take is left out, and named. Null until something is
 * paid. Throws `purchase-mismatch`.
 */
export const confirmSubscription = (
  { settings }: Context,
  subscription: Subscription,
  known: Terms | undefined,
): ConfirmedPurchase | null => {
  const paid = subscription.payments.filter(({ state }) => state === 'completed');
  const terms = known ?? soldAs(settings.annualPlanId, subscription, paid[0]);
  if (!terms) return null;
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
    payments: paid.filter(isTakeable),
    leftOut: paid.filter((payment) => !isTakeable(payment)).map(({ id }) => id),
  };
};
