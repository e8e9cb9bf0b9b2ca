import { describe, expect, test } from 'vitest';
import type { BuyerAccount, PaymentRow } from '../../../src/server/purchases/buyer-account.ts';
import { newReceipts } from '../../../src/server/purchases/purchase-mails.ts';
import { dayMs } from '../../../src/shared/dates.ts';

const now = new Date('2026-11-28T12:00:00Z');

const account = (...payments: readonly PaymentRow[]): BuyerAccount => ({
  ...{ purchases: [], refunds: [], disputes: [], holds: [], entries: [], affiliates: [], activations: [] },
  payments,
});

const payment = (state: PaymentRow['state'], ageMs = 0): PaymentRow => ({
  ...{ id: 'payment', purchaseId: 'purchase', providerId: 'CAPTURE', sequence: 1, state },
  ...{ amountCents: 59_99, taxCents: 0, refundedCents: 0, paidAt: new Date(now.getTime() - ageMs) },
  ...{ customerFirstPaidAt: null, isRenewal: false },
});

const receiptIds = (before: BuyerAccount, after: BuyerAccount) =>
  newReceipts(before, after, now).map(({ id }) => id);

describe('a payment gets a receipt', () => {
  test.each(['pending', 'declined'] as const)('when it was %s and completes', (state) => {
    expect(receiptIds(account(payment(state)), account(payment('completed')))).toEqual(['payment']);
  });

  test('when it is first recorded as completed, up to a week after the payment', () => {
    expect(receiptIds(account(), account(payment('completed', 7 * dayMs)))).toEqual(['payment']);
    expect(receiptIds(account(), account(payment('completed', 7 * dayMs + 1)))).toEqual([]);
  });
});

describe('a payment gets no receipt', () => {
  test.each(['pending', 'declined', 'reversed'] as const)('when it is recorded as %s', (state) => {
    expect(receiptIds(account(), account(payment(state)))).toEqual([]);
  });

  test.each(['completed', 'reversed'] as const)('when it was %s before', (state) => {
    expect(receiptIds(account(payment(state)), account(payment('completed')))).toEqual([]);
  });
});
