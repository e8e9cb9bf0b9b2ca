import { expect, it } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { confirmOrder } from '../../../src/server/domain/purchase/confirm-order.ts';
import type { Order } from '../../../src/server/vendors/payments/payments.ts';

const context = { settings: { merchantId: 'M' } } as Context;

const taxed = (taxCents: number): Order => ({
  id: 'O-1',
  payer: { id: null, email: null },
  planId: 'basic',
  reference: null,
  amount: { cents: 59_99, currency: 'USD' },
  payeeId: 'M',
  captures: [
    {
      id: 'C-1',
      state: 'completed',
      amount: { cents: 59_99, currency: 'USD' },
      taxCents,
      paidAt: new Date('2026-03-01T00:00:00Z'),
      paidAtLeast: false,
    },
  ],
});

it.each([0, 4_99, 59_99])('takes an order of which %i cents are tax', (cents) => {
  expect(confirmOrder(context, taxed(cents), undefined)).toMatchObject({ payments: [{ taxCents: cents }] });
});

it.each([60_00, 100_00, -1])(
  'refuses an order with %i cents of tax, which its price cannot hold',
  (cents) => {
    expect(() => confirmOrder(context, taxed(cents), undefined)).toThrow(
      expect.objectContaining({ code: 'purchase-mismatch' }),
    );
  },
);
