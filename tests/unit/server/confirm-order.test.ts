import { afterEach, expect, it } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { confirmOrder } from '../../../src/server/domain/purchase/confirm-order.ts';
import type { Order } from '../../../src/server/vendors/payments/payments.ts';
import { findPlan, type FormerPrice } from '../../../src/shared/plans.ts';

const context = { settings: { merchantId: 'M' }, now: new Date('2026-06-01T00:00:00Z') } as Context;

const ordered = (taxCents: number, cents = 59_99): Order => ({
  id: 'O-1',
  payer: { id: null, email: null },
  planId: 'basic',
  reference: null,
  amount: { cents, currency: 'USD' },
  payeeId: 'M',
  captures: [
    {
      id: 'C-1',
      state: 'completed',
      amount: { cents, currency: 'USD' },
      taxCents,
      paidAt: new Date('2026-03-01T00:00:00Z'),
      paidAtLeast: false,
    },
  ],
});

it.each([0, 4_99, 59_99])('takes an order of which %i cents are tax', (cents) => {
  expect(confirmOrder(context, ordered(cents), undefined)).toMatchObject({ payments: [{ taxCents: cents }] });
});

it.each([60_00, 100_00, -1])(
  'refuses an order with %i cents of tax, which its price cannot hold',
  (cents) => {
    expect(() => confirmOrder(context, ordered(cents), undefined)).toThrow(
      expect.objectContaining({ code: 'purchase-mismatch' }),
    );
  },
);

const givenUp = (until: FormerPrice['until']) =>
  Object.assign(findPlan('basic') ?? {}, { formerPrices: [{ priceCents: 54_99, until }] });
afterEach(() => Object.assign(findPlan('basic') ?? {}, { formerPrices: [] }));

it('holds an order against the price of the day that it was paid on, however late it is asked about', () => {
  givenUp('2026-02-28');
  expect(confirmOrder(context, ordered(0, 54_99), undefined)).toMatchObject({ amountCents: 54_99 });
});

it.each([
  ['paid too late', '2026-02-20', (order: Order) => order],
  ['not captured, and asked about too late', '2026-02-28', (order: Order) => ({ ...order, captures: [] })],
] as const)('refuses one at a former price that was %s', (_what, until, changed) => {
  givenUp(until);
  expect(() => confirmOrder(context, changed(ordered(0, 54_99)), undefined)).toThrow(
    expect.objectContaining({ code: 'purchase-mismatch' }),
  );
});
