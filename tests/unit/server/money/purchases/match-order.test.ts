import { beforeEach, expect, it } from 'vitest';
import { matchOffer } from '../../../../../src/server/money/purchases/match-offer.ts';
import type { Order } from '../../../../../src/server/frame/context/paypal.ts';
import { findPlan, type FormerPrice } from '../../../../../src/shared/plans.ts';

const settings = { merchantId: 'M', annualPlanId: 'P-NEW' };

const setFormerPrices = (formerPrices: readonly FormerPrice[]) =>
  Object.assign(findPlan('basic') ?? {}, { formerPrices });
const endFormerPrice = (until: FormerPrice['until']) => setFormerPrices([{ priceCents: 54_99, until }]);
beforeEach(() => setFormerPrices([]));

const orderOf = (taxCents: number, cents = 59_99): Order => ({
  id: 'O-1',
  createdAt: new Date('2026-03-01T00:00:00Z'),
  payer: { id: null, email: null },
  planId: 'basic',
  affiliateCode: null,
  amount: { cents, currency: 'USD' },
  payeeId: 'M',
  captures: [
    {
      id: 'C-1',
      state: 'completed',
      amount: { cents, currency: 'USD' },
      taxCents,
      paidAt: new Date('2026-03-01T00:00:00Z'),
      isDateUnsure: false,
    },
  ],
});

it.each([0, 4_99, 59_99])('matchOffer accepts an order with %i cents of tax', (cents) => {
  expect(matchOffer(settings, orderOf(cents), undefined)).toMatchObject({ payments: [{ taxCents: cents }] });
});

it('matchOffer compares an order with the prices on the day of its creation, even if the buyer pays later', () => {
  endFormerPrice('2026-02-28');
  const late = orderOf(0, 54_99);
  const captures = late.captures.map((capture) => ({ ...capture, paidAt: new Date('2026-05-01T00:00:00Z') }));
  expect(matchOffer(settings, { ...late, captures }, undefined)).toMatchObject({ amountCents: 54_99 });
});

it.each([
  ['too late', '2026-02-20', new Date('2026-03-01T00:00:00Z')],
  ['at an unknown time', '2026-02-28', null],
] as const)('matchOffer refuses an order at a former price that was made %s', (_case, until, createdAt) => {
  endFormerPrice(until);
  expect(() => matchOffer(settings, { ...orderOf(0, 54_99), createdAt }, undefined)).toThrow(
    expect.objectContaining({ code: 'purchase-mismatch' }),
  );
});

type Capture = Order['captures'][number];
const capturedAs = (...captures: readonly Partial<Capture>[]): Order => {
  const order = orderOf(0);
  return {
    ...order,
    captures: captures.flatMap((changes) => order.captures.map((capture) => ({ ...capture, ...changes }))),
  };
};

it.each([
  ['completed', ['declined', 'completed', 'pending']],
  ['pending', ['declined', 'pending']],
  ['failed', ['declined', 'declined']],
] as const)('an order is %s by its best capture: %j', (state, captures) => {
  const order = capturedAs(...captures.map((each) => ({ state: each })));
  expect(matchOffer(settings, order, undefined)).toMatchObject({ state });
});

it('matchOffer returns null while nothing is captured', () => {
  expect(matchOffer(settings, capturedAs(), undefined)).toBeNull();
});

const annual = { planId: 'annual', amountCents: 49_99 };
it.each([
  ['no plan', { ...orderOf(0), planId: null }, undefined],
  ['an unknown plan', { ...orderOf(0), planId: 'lifetime' }, undefined],
  ['a plan named like a property of Object', { ...orderOf(0), planId: 'toString' }, undefined],
  ['a cent less than the price', orderOf(0, 59_98), undefined],
  ['a tax above the price', orderOf(60_00), undefined],
  ['a negative tax', orderOf(-1), undefined],
  ['the price of another plan', orderOf(0, 49_99), undefined],
  ['a plan that is a subscription', { ...orderOf(0, 49_99), planId: 'annual' }, undefined],
  ['another plan than the recorded plan', orderOf(0, 49_99), annual],
  ['another price than the recorded price', orderOf(0), { planId: 'basic', amountCents: 54_99 }],
  ['another payee', { ...orderOf(0), payeeId: 'OTHER' }, undefined],
  ['another currency', { ...orderOf(0), amount: { cents: 59_99, currency: 'EUR' } }, undefined],
  ['a capture in another currency', capturedAs({}, { amount: { cents: 59_99, currency: 'EUR' } }), undefined],
  [
    'a capture of less than the price',
    capturedAs({}, { amount: { cents: 59_98, currency: 'USD' } }),
    undefined,
  ],
  [
    'an amount that was not captured',
    { ...orderOf(0), amount: { cents: 1, currency: 'USD' } },
    { planId: 'basic', amountCents: 59_99 },
  ],
  ['a capture with too much tax', capturedAs({}, { taxCents: 60_00 }), undefined],
])('matchOffer refuses an order with %s', (_case, order, recorded) => {
  expect(() => matchOffer(settings, order, recorded)).toThrow(
    expect.objectContaining({ code: 'purchase-mismatch' }),
  );
});

it('matchOffer returns a failed purchase for an order without a capture whose approval was reversed', () => {
  const order = { ...orderOf(0), captures: [] };
  expect(matchOffer(settings, order, undefined)).toBeNull();
  const event = { isApprovalReversed: true };
  expect(matchOffer(settings, order, undefined, event)).toMatchObject({ state: 'failed', payments: [] });
  const foreign = { ...order, payeeId: 'OTHER' };
  expect(() => matchOffer(settings, foreign, undefined, event)).toThrow('doesn’t match');
});
