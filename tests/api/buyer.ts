import * as z from 'zod';
import type { Row, Rows } from './harness.ts';
import { newEmail } from './mint.ts';
import type { Shop } from './shop.ts';

const made = z.object({ id: z.string() });

export interface Wish {
  /** The code that travels with the order. */
  readonly code?: string | undefined;
  readonly value?: string;
  readonly currency?: string;
  readonly plan?: string;
  readonly payee?: string;
  readonly taxCents?: number;
}

/** Creates an order at the provider, as the checkout does, for the Basic plan unless the wish differs. */
export const newOrder = async ({ provider }: Pick<Shop, 'provider'>, wish: Wish = {}): Promise<string> => {
  const { code, value = '59.99', currency = 'USD', plan = 'basic', payee } = wish;
  const unit = {
    custom_id: plan,
    amount: { currency_code: currency, value },
    ...(code !== undefined && { reference_id: code }),
    ...(payee !== undefined && { payee: { merchant_id: payee } }),
  };
  const answer = await provider('POST', '/v2/checkout/orders', { intent: 'CAPTURE', purchase_units: [unit] });
  return made.parse(answer.body).id;
};

/** The buyer approves, and the checkout captures. */
export const pay = async (shop: Pick<Shop, 'provider' | 'paypal'>, id: string, email = newEmail('buyer')) => {
  shop.paypal.approve(id, { email });
  await shop.provider('POST', `/v2/checkout/orders/${id}/capture`, {});
};

/** An order created and paid. */
export const paidOrder = async (shop: Shop, wish: Wish & { email?: string } = {}): Promise<string> => {
  const id = await newOrder(shop, wish);
  await pay(shop, id, wish.email);
  return id;
};

/** A subscription to the annual plan, approved and paid unless `approved` is false. */
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
  const { id } = made.parse(answer.body);
  if (approved) shop.paypal.approve(id, { email });
  return id;
};

/** What the checkout reports for an order (`I-…` is a subscription's id). */
export const track = (shop: Pick<Shop, 'call'>, orderId: string, changes: object = {}) => {
  const subscription = orderId.startsWith('I-');
  return shop.call('POST', '/api/purchase/track', {
    orderId,
    amount: subscription ? '49.99' : '59.99',
    affiliateCode: null,
    type: subscription ? 'subscription' : 'one-time',
    ...changes,
  });
};

/** Everything recorded about an order or a subscription. */
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

/** What `records` finds of an order that was never recorded. */
export const nothing = { purchases: [], payments: [], entries: [], holds: [] };
