import * as z from 'zod';
import { newOrder, type OrderOptions, pay } from '../../buyer.ts';
import type { Shop } from '../../shop.ts';

const created = z.object({ id: z.string() });

/** Returns a plan for PayPal to create, which bills a price every year, as docs/deploy.md has it. */
export const yearlyPlan = (value: string) => ({
  product_id: 'PROD-1',
  name: 'Founders',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
      frequency: { interval_unit: 'YEAR', interval_count: 1 },
      pricing_scheme: { fixed_price: { currency_code: 'USD', value } },
    },
  ],
});

/** Makes such a plan at PayPal. Returns its id. */
export const newYearlyPlan = async ({ provider }: Shop, value: string): Promise<string> =>
  created.parse((await provider('POST', '/v1/billing/plans', yearlyPlan(value))).body).id;

/** Creates an order for $29.99 and attaches it to an invitation, as the checkout does. Returns its id. */
export const begunOrder = async (shop: Shop, token: string, options: OrderOptions = {}): Promise<string> => {
  const orderId = await newOrder(shop, { value: '29.99', ...options });
  await shop.call('POST', '/api/invitations/open', { token, orderId });
  return orderId;
};

/** The same, and pays it. */
export const invitedOrder = async (
  shop: Shop,
  token: string,
  { email, ...options }: OrderOptions & { email?: string } = {},
): Promise<string> => {
  const orderId = await begunOrder(shop, token, options);
  await pay(shop, orderId, email);
  return orderId;
};
