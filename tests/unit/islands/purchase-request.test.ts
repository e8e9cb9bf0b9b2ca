import { expect, it } from 'vitest';
import { orderRequest, subscriptionRequest } from '../../../src/islands/checkout/purchase-request.ts';
import { planOfType, type Plan } from '../../../src/shared/plans.ts';
import { site } from '../../../src/shared/site.ts';

const basic = planOfType('one-time') as Plan;

it('an order has the plan’s price in USD, the plan id and the affiliate code', () => {
  const { intent, purchase_units: units, application_context: context } = orderRequest(basic, 'ada0001');
  const description = `${site.product} Basic`;
  const amount = { currency_code: 'USD', value: '59.99' };
  expect(intent).toBe('CAPTURE');
  expect(context).toEqual({ shipping_preference: 'NO_SHIPPING' });
  expect(units).toEqual([
    {
      reference_id: 'ada0001',
      custom_data: { affiliate_code: 'ada0001' },
      custom_id: 'basic',
      description,
      items: [{ name: 'Basic', description, quantity: '1', unit_amount: amount }],
      amount: { ...amount, breakdown: { item_total: amount } },
    },
  ]);
});

it('an order and a subscription without a code name no affiliate', () => {
  expect(orderRequest(basic, null).purchase_units[0]).not.toHaveProperty('reference_id');
  expect(subscriptionRequest('P-1', null, 'https://site.example')).not.toHaveProperty('custom_id');
});

it('a subscription has no shipping, returns to the download page and cancels to the buy page', () => {
  expect(subscriptionRequest('P-1', 'ada0001', 'https://site.example')).toEqual({
    plan_id: 'P-1',
    custom_id: 'ada0001',
    application_context: {
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      return_url: 'https://site.example/download',
      cancel_url: 'https://site.example/buy',
    },
  });
});
