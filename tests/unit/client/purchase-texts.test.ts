import { describe, expect, it } from 'vitest';
import {
  canCancel,
  cancelConsequences,
  cancellationNotice,
  type OwnPurchase,
  paymentRemark,
  standing,
} from '../../../src/client/purchases/purchase-texts.ts';

const now = new Date('2026-11-28T12:00:00Z');
const [past, future] = ['2026-03-01T09:00:00.000Z', '2027-03-01T09:00:00.000Z'] as const;

const payment: OwnPurchase['payments'][number] = {
  id: '1',
  paid_at: '2026-03-01T09:00:00.000Z',
  state: 'completed',
  amount_cents: 49_99,
  tax_cents: 0,
  refunded_cents: 0,
  license: null,
  receipt: { number: '3C679366E6482450L', paid_until: null, versions: [] },
};

const subscription: OwnPurchase = {
  id: '1',
  order_id: 'I-8WR5LT29DS3B',
  type: 'subscription',
  plan: 'annual',
  state: 'active',
  ordered_at: '2026-03-01T09:00:00.000Z',
  terms_version: '2026-06-01',
  paid_until: future,
  renews_at: future,
  renews_for_cents: 49_99,
  is_payer: true,
  cancellation: null,
  payments: [payment],
};
const oneTime: OwnPurchase = {
  ...subscription,
  type: 'one-time',
  plan: 'basic',
  state: 'completed',
  renews_at: null,
};
const refunded = [{ ...payment, refunded_cents: 49_99 }];
const request = (state: 'waiting' | 'done' | 'refused') => ({ state, requested_at: past });

describe('the line about a purchase', () => {
  it.each<[string, boolean, OwnPurchase]>([
    ['Renews on March 1, 2027 for $49.99', true, subscription],
    ['Renews on March 1, 2027', true, { ...subscription, renews_for_cents: null }],
    ['Renews every year', false, { ...subscription, paid_until: null, renews_at: null, payments: [] }],
    [
      'Being cancelled, runs until March 1, 2027',
      true,
      { ...subscription, renews_at: null, cancellation: request('waiting') },
    ],
    ['Being cancelled', false, { ...subscription, paid_until: null, cancellation: request('waiting') }],
    [
      'On hold, because PayPal couldn’t collect the last payment',
      true,
      { ...subscription, state: 'suspended', renews_at: null },
    ],
    ['Cancelled, runs until March 1, 2027', true, { ...subscription, state: 'cancelled', renews_at: null }],
    ['Ended on March 1, 2026', false, { ...subscription, state: 'cancelled', paid_until: past }],
    ['Refunded', false, { ...subscription, state: 'cancelled', paid_until: null, payments: refunded }],
    ['Cancelled', false, { ...subscription, state: 'cancelled', paid_until: null, payments: [] }],
    ['Ended', false, { ...subscription, state: 'expired', paid_until: null, payments: [] }],
    ['Doesn’t renew', true, oneTime],
    ['Ended on March 1, 2026', false, { ...oneTime, paid_until: past }],
    ['Refunded', false, { ...oneTime, paid_until: null, payments: refunded }],
    ['The payment is on its way', false, { ...oneTime, state: 'pending', paid_until: null, payments: [] }],
  ])('%s', (text, isRunning, purchase) => {
    expect(standing(purchase, now)).toEqual({ text, isRunning });
  });
});

describe('a cancellation', () => {
  it('is offered for a subscription that PayPal may charge, also after a refusal', () => {
    const refusedOnce = { ...subscription, cancellation: request('refused') };
    const offered = [subscription, { ...subscription, state: 'suspended' as const }, refusedOnce];
    expect(offered.map(canCancel)).toEqual([true, true, true]);
    const others = [
      oneTime,
      { ...subscription, cancellation: request('waiting') },
      { ...subscription, state: 'cancelled' as const },
    ];
    expect(others.map(canCancel)).toEqual([false, false, false]);
  });

  it('is the payer’s alone, and the address for receipts is told the way', () => {
    const receiver = { ...subscription, is_payer: false };
    expect(canCancel(receiver)).toBe(false);
    expect(cancellationNotice(receiver)?.text).toContain('the email of the PayPal account that paid');
    expect(cancellationNotice({ ...receiver, cancellation: request('waiting') })?.text).toMatch(/^PayPal is/);
    expect(cancellationNotice({ ...receiver, type: 'one-time', state: 'completed' })).toBeNull();
  });

  it('has a notice while it waits or is refused, and none once the subscription is cancelled', () => {
    const noticeFor = (state: 'waiting' | 'refused', purchase = subscription) =>
      cancellationNotice({ ...purchase, cancellation: request(state) });
    expect(noticeFor('waiting')?.text).toMatch(/^PayPal is slow right now\. .* email you when it’s done\.$/);
    expect(noticeFor('refused')).toMatchObject({ kind: 'error' });
    expect(noticeFor('waiting', { ...subscription, state: 'cancelled' })).toBeNull();
    expect(cancellationNotice(subscription)).toBeNull();
  });

  it('names the day until which the subscription runs, before it is done', () => {
    expect(cancelConsequences(subscription, now)).toContain('It runs until March 1, 2027');
    expect(cancelConsequences({ ...subscription, paid_until: null }, now)).toMatch(/^It won’t renew/);
    const ended = { ...subscription, state: 'suspended', paid_until: '2020-01-01T00:00:00Z' } as const;
    expect(cancelConsequences(ended, now)).toMatch(/^It won’t renew/);
  });
});

it('the remark of a payment has the refunded amount, or its state', () => {
  expect(paymentRemark(payment)).toBe('');
  expect(paymentRemark({ ...payment, refunded_cents: 10_00 })).toBe('$10.00 refunded');
  expect(paymentRemark({ ...payment, state: 'reversed' })).toBe('Reversed');
  expect(paymentRemark({ ...payment, state: 'pending' })).toBe('The payment is on its way');
});
