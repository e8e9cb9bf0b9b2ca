import { offersAt } from '../../../shared/offers.ts';
import { currency, planOfType } from '../../../shared/plans.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../context.ts';
import type { ProviderPayment, Subscription } from '../../vendors/payments/payments.ts';
import type { ConfirmedPurchase, Terms } from './purchase.ts';

/**
 * What a new subscription was sold as, by when it was first paid: today's plan of the provider with today's price, or a former
 * one. Null while it is paid by nothing. Throws `purchase-mismatch`.
 */
const assertAsSold = (
  { settings, now }: Context,
  { providerPlanId, hasOwnPrices }: Subscription,
  first: ProviderPayment | undefined,
): Terms | null => {
  const plan = planOfType('subscription');
  // The first payment may be the plan's, and every later one what the browser wished.
  if (!plan || hasOwnPrices) throw problem('purchase-mismatch');
  const offers = offersAt(plan, first?.paidAt ?? now).filter(
    (offer) => (offer.providerPlanId ?? settings.annualPlanId) === providerPlanId,
  );
  if (!first && offers.length > 0) return null;
  const offer = offers.find(({ priceCents }) => priceCents === first?.amount.cents);
  if (!offer || first?.amount.currency !== currency) throw problem('purchase-mismatch');
  return { planId: plan.id, amountCents: offer.priceCents };
};

/**
 * Holds a subscription against what was sold when it was first paid: the billing plan, and that payment's amount and
 * currency. One that is recorded already keeps its terms, whatever is sold today, also while the provider lists no
 * payment of it as completed. Null until something is paid. Throws `purchase-mismatch`.
 */
export const confirmSubscription = (
  context: Context,
  subscription: Subscription,
  known: Terms | undefined,
): ConfirmedPurchase | null => {
  const paid = subscription.payments.filter(({ state }) => state === 'completed');
  const terms = known ?? assertAsSold(context, subscription, paid[0]);
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
    payments: paid.filter(({ amount }) => amount.currency === currency && amount.cents > 0),
  };
};
