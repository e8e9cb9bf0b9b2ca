import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';
import { centsToDecimal } from '../../shared/money.ts';
import { currency, type Plan } from '../../shared/plans.ts';
import { site } from '../../shared/site.ts';

type CreateOrder = NonNullable<PayPalButtonsComponentProps['createOrder']>;
type CreateSubscription = NonNullable<PayPalButtonsComponentProps['createSubscription']>;
type OrderRequest = Parameters<Parameters<CreateOrder>[1]['order']['create']>[0];
type SubscriptionRequest = Parameters<Parameters<CreateSubscription>[1]['subscription']['create']>[0];

/**
 * The order that the provider is asked to create. `custom_id` is the plan; the affiliate code travels as
 * `reference_id` beside the specified custom_data, which the provider does not keep.
 */
export const orderRequest = (plan: Plan, code: string | null): OrderRequest => {
  const amount = { currency_code: currency, value: centsToDecimal(plan.priceCents) };
  const description = `${site.product} ${plan.name}`;
  const unit = {
    ...(code && { reference_id: code, custom_data: { affiliate_code: code } }),
    custom_id: plan.id,
    description,
    items: [{ name: plan.name, description, quantity: '1', unit_amount: amount }],
    amount: { ...amount, breakdown: { item_total: amount } },
  };
  // Nothing is shipped, so the buyer is asked for no address, and none is kept.
  return {
    intent: 'CAPTURE',
    purchase_units: [unit],
    application_context: { shipping_preference: 'NO_SHIPPING' },
  };
};

/** The subscription that the provider is asked to create; `custom_id` carries the affiliate code. */
export const subscriptionRequest = (
  providerPlanId: string,
  code: string | null,
  origin: string,
): SubscriptionRequest => ({
  plan_id: providerPlanId,
  ...(code && { custom_id: code }),
  application_context: {
    shipping_preference: 'NO_SHIPPING',
    user_action: 'SUBSCRIBE_NOW',
    return_url: `${origin}/download`,
    cancel_url: `${origin}/buy`,
  },
});
