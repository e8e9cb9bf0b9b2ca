import type { PayPalButtonsComponentProps } from '@paypal/react-paypal-js';
import { centsToDecimal } from '../../shared/money.ts';
import { currency, type Plan } from '../../shared/plans.ts';
import { site } from '../../shared/site.ts';

type CreateOrder = NonNullable<PayPalButtonsComponentProps['createOrder']>;
type CreateSubscription = NonNullable<PayPalButtonsComponentProps['createSubscription']>;
type OrderRequest = Parameters<Parameters<CreateOrder>[1]['order']['create']>[0];
type SubscriptionRequest = Parameters<Parameters<CreateSubscription>[1]['subscription']['create']>[0];

/**
 * Returns the order for PayPal to create. `custom_id` is the plan. The affiliate code is the `reference_id`, because PayPal does
 * not store the specified custom_data.
 */
export function orderRequest(plan: Plan, code: string | null): OrderRequest {
  const amount = { currency_code: currency, value: centsToDecimal(plan.priceCents) };
  const description = `${site.product} ${plan.name}`;
  const unit = {
    ...(code && { reference_id: code, custom_data: { affiliate_code: code } }),
    custom_id: plan.id,
    description,
    items: [{ name: plan.name, description, quantity: '1', unit_amount: amount }],
    amount: { ...amount, breakdown: { item_total: amount } },
  };
  // Nothing is shipped, so PayPal does not ask for an address.
  return {
    intent: 'CAPTURE',
    purchase_units: [unit],
    application_context: { shipping_preference: 'NO_SHIPPING' },
  };
}

/** Returns the subscription for PayPal to create. `custom_id` is the affiliate code. */
export function subscriptionRequest(
  providerPlanId: string,
  code: string | null,
  origin: string,
): SubscriptionRequest {
  return {
    plan_id: providerPlanId,
    ...(code && { custom_id: code }),
    application_context: {
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      return_url: `${origin}/download`,
      cancel_url: `${origin}/buy`,
    },
  };
}
