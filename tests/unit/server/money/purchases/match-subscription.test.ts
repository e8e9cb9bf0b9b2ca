import { expect, it } from 'vitest';
import { matchOffer } from '../../../../../src/server/money/purchases/match-offer.ts';
import { findPlan, type FormerPrice } from '../../../../../src/shared/plans.ts';
import type { ProviderPayment, Subscription } from '../../../../../src/server/frame/context/paypal.ts';

const settings = { merchantId: 'M', annualPlanId: 'P-NEW' };

const payment = (id: string, cents: number, currency = 'USD', taxCents = 0): ProviderPayment => ({
  id,
  state: 'completed',
  amount: { cents, currency },
  taxCents,
  paidAt: new Date('2026-03-01T00:00:00Z'),
  isDateUnsure: false,
});

const subscription = (providerPlanId: string, payments: ProviderPayment[]): Subscription => ({
  id: 'I-1',
  state: 'active',
  stateAt: new Date('2026-03-01T00:00:00Z'),
  fetchedAt: new Date('2026-03-01T00:00:01Z'),
  providerPlanId,
  createdAt: new Date('2026-03-01T00:00:00Z'),
  nextBillingAt: null,
  nextAmount: null,
  isOverridden: false,
  affiliateCode: null,
  payer: { id: null, email: null },
  payments,
});

it('matchOffer keeps the plan and price of a recorded subscription when plans change', () => {
  const old = subscription('P-OLD', [payment('S1', 39_99), payment('S2', 39_99)]);
  expect(matchOffer(settings, old, { planId: 'annual', amountCents: 39_99 })).toMatchObject({
    planId: 'annual',
    amountCents: 39_99,
    payments: [{ id: 'S1' }, { id: 'S2' }],
  });
});

it('matchOffer refuses a new subscription to an unknown plan, or with a wrong first payment', () => {
  for (const wrong of [
    subscription('P-OLD', [payment('S1', 49_99)]),
    subscription('P-NEW', [payment('S1', 39_99)]),
    subscription('P-NEW', [payment('S1', 49_99, 'EUR')]),
    subscription('P-NEW', [payment('S1', 49_99, 'USD', 50_00)]),
    subscription('P-NEW', [payment('S1', 49_99, 'USD', -1)]),
    subscription('P-OLD', []),
  ])
    expect(() => matchOffer(settings, wrong, undefined)).toThrow('doesn’t match');
});

it('matchOffer lists payments in another currency, without a positive amount or with an impossible tax as unsupported', () => {
  const odd = subscription('P-NEW', [
    payment('S1', 49_99, 'USD', 49_99),
    payment('S2', 49_99, 'EUR'),
    payment('S3', -49_99),
    payment('S4', 49_99, 'USD', 50_00),
    payment('S5', 49_99, 'USD', -1),
  ]);
  expect(matchOffer(settings, odd, undefined)).toMatchObject({
    payments: [{ id: 'S1' }],
    unsupportedPaymentIds: ['S2', 'S3', 'S4', 'S5'],
  });
});

it('matchOffer returns null until a payment completes, and leaves out payments that are not completed', () => {
  const pending = { ...payment('S0', 49_99), state: 'pending' as const };
  expect(matchOffer(settings, subscription('P-NEW', []), undefined)).toBeNull();
  expect(matchOffer(settings, subscription('P-NEW', [pending]), undefined)).toBeNull();
  const paid = subscription('P-NEW', [pending, payment('S1', 49_99), payment('S2', 0), payment('S3', 1)]);
  expect(matchOffer(settings, paid, undefined)?.payments).toMatchObject([{ id: 'S1' }, { id: 'S3' }]);
});

it('matchOffer refuses a subscription with overridden prices, paid or not', () => {
  for (const payments of [[], [payment('S1', 49_99)]])
    expect(() =>
      matchOffer(settings, { ...subscription('P-NEW', payments), isOverridden: true }, undefined),
    ).toThrow('doesn’t match');
});

it('matchOffer accepts a former billing plan only at its own price, and for seven days', () => {
  const plan = findPlan('annual');
  if (!plan) throw new Error('There is no annual plan.');
  const { formerPrices } = plan;
  const former = (cents: number) =>
    matchOffer(settings, subscription('P-OLD', [payment('S1', cents)]), undefined);
  const setUntil = (until: FormerPrice['until']) =>
    Object.assign(plan, { formerPrices: [{ priceCents: 39_99, providerPlanId: 'P-OLD', until }] });
  setUntil('2026-02-22');
  expect(former(39_99)).toMatchObject({ planId: 'annual', amountCents: 39_99 });
  expect(() => former(49_99)).toThrow('doesn’t match');
  setUntil('2026-02-21');
  expect(() => former(39_99)).toThrow('doesn’t match');
  Object.assign(plan, { formerPrices });
});
