import * as z from 'zod';
import type { Row, Rows } from './harness.ts';
import { newEmail } from './factories.ts';
import type { Shop } from './shop.ts';

const createResponse = z.object({ id: z.string() });

export interface OrderOptions {
  /** The affiliate code in the order. */
  readonly code?: string | undefined;
  readonly value?: string;
  readonly currency?: string;
  readonly plan?: string;
  readonly payee?: string;
  readonly taxCents?: number;
}

/** Creates an order at PayPal, as the checkout does, and returns its id. The default is the Basic plan. */
export const newOrder = async (
  { provider }: Pick<Shop, 'provider'>,
  options: OrderOptions = {},
): Promise<string> => {
  const { code, value = '59.99', currency = 'USD', plan = 'basic', payee } = options;
  const unit = {
    custom_id: plan,
    amount: { currency_code: currency, value },
    ...(code !== undefined && { reference_id: code }),
    ...(payee !== undefined && { payee: { merchant_id: payee } }),
  };
  const answer = await provider('POST', '/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [unit] });
  return createResponse.parse(answer.body).id;
};

/** Approves an order as the buyer, and captures it as the checkout does. */
export const pay = async (shop: Pick<Shop, 'provider' | 'paypal'>, id: string, email = newEmail('buyer')) => {
  shop.paypal.approve(id, { email });
  await shop.provider('POST', `/v2/checkout/orders/${id}/capture`, {});
};

/** Creates and pays an order. Returns its id. */
export const paidOrder = async (
  shop: Shop,
  options: OrderOptions & { email?: string } = {},
): Promise<string> => {
  const id = await newOrder(shop, options);
  await pay(shop, id, options.email);
  return id;
};

/** Creates a subscription to the annual plan and returns its id. It is approved and paid, unless `approved` is false. */
export const newSubscription = async (
  shop: Pick<Shop, 'provider' | 'paypal'>,
  {
    code,
    price,
    email = newEmail('buyer'),
    approved = true,
  }: { code?: string; price?: string; email?: string; approved?: boolean } = {},
): Promise<string> => {
  const override = {
    billing_cycles: [{ pricing_scheme: { fixed_price: { currency_code: 'USD', value: price } } }],
  };
  const answer = await shop.provider('POST', '/v1/billing/subscriptions', {
    plan_id: 'P-TEST-ANNUAL',
    ...(code !== undefined && { custom_id: code }),
    ...(price !== undefined && { plan: override }),
  });
  const { id } = createResponse.parse(answer.body);
  if (approved) shop.paypal.approve(id, { email });
  return id;
};

/** Reports an order or a subscription (`I-…`), as the checkout does. */
export const track = (shop: Pick<Shop, 'call'>, orderId: string, changes: object = {}) => {
  const isSubscription = orderId.startsWith('I-');
  return shop.call('POST', '/api/purchase/track', {
    orderId,
    amount: isSubscription ? '49.99' : '59.99',
    affiliateCode: null,
    type: isSubscription ? 'subscription' : 'one-time',
    ...changes,
  });
};

/** Returns all records of an order or a subscription. */
export const records = async (
  rows: Rows,
  orderId: string,
): Promise<Record<'purchases' | 'payments' | 'entries' | 'holds', Row[]>> => ({
  purchases: await rows(
    'select type, plan_id, state, amount_cents, currency, payer_email, affiliate_code, affiliate_id from purchases where provider_id = $1',
    [orderId],
  ),
  payments: await rows(
    `select p.provider_id, sequence, p.state, p.amount_cents, tax_cents from payments p
     join purchases b on b.id = p.purchase_id where b.provider_id = $1 order by p.paid_at, p.id`,
    [orderId],
  ),
  entries: await rows(
    `select e.affiliate_id, e.kind, e.amount_cents, base_cents, rate_basis_points, source from commission_entries e
     join payments p on p.id = e.payment_id join purchases b on b.id = p.purchase_id
     where b.provider_id = $1 order by p.paid_at, p.id, e.recorded_at`,
    [orderId],
  ),
  holds: await rows(
    `select reason, released_at from commission_holds h join payments p on p.id = h.payment_id
     join purchases b on b.id = p.purchase_id where b.provider_id = $1`,
    [orderId],
  ),
});

/** The result of `records` for an order that is not recorded. */
export const nothing = { purchases: [], payments: [], entries: [], holds: [] };
