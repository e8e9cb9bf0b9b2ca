import { describe, expect, test } from 'vitest';
import type { BuyerAccount, PaymentRow } from '../../../../../src/server/money/purchases/buyer-account.ts';
import {
  newCommissions,
  newDoublePurchases,
  newReceipts,
} from '../../../../../src/server/money/purchases/queue-purchase-mails.ts';
import { dayMs } from '../../../../../src/shared/dates.ts';
import { buyerWith, payment as paid, purchase, refund } from './buyer-scene.ts';

const now = new Date('2026-11-28T12:00:00Z');

const account = (...payments: readonly PaymentRow[]): BuyerAccount => buyerWith({ purchases: [], payments });

const payment = (state: PaymentRow['state'], ageMs = 0): PaymentRow => ({
  ...paid,
  state,
  paidAt: new Date(now.getTime() - ageMs),
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

describe('a second purchase of a plan by one payer', () => {
  const rows = (changes: Partial<typeof purchase>, ageMs: number, earlier: Partial<PaymentRow> = {}) => {
    const second = payment('completed');
    const first = { ...payment('completed', ageMs), id: 'first', purchaseId: 'first', ...earlier };
    const purchases = [purchase, { ...purchase, id: 'first', providerId: 'FIRST', ...changes }];
    const refunds = [{ ...refund('REFUND', 'refund', first.refundedCents, now), paymentId: first.id }];
    return newDoublePurchases({ ...account(second, first), purchases, refunds }, [second]).map((double) => [
      double.purchase.id,
      double.earlier.providerId,
    ]);
  };

  test('is told within a day', () => {
    expect(rows({}, dayMs - 1)).toEqual([['purchase', 'FIRST']]);
    expect(rows({ payerId: 'OTHER' }, dayMs - 1)).toEqual([['purchase', 'FIRST']]);
  });

  test('is not told after a day, for another plan or payer, or after a refund', () => {
    expect(rows({}, dayMs)).toEqual([]);
    expect(rows({ planId: 'annual' }, 0)).toEqual([]);
    expect(rows({ payerId: 'OTHER', payerEmailKey: 'other@mail.example' }, 0)).toEqual([]);
    expect(rows({}, 1, { refundedCents: 59_99 })).toEqual([]);
    expect(rows({}, 1, { sequence: 2 })).toEqual([]);
  });
});

test('a new commission is told unless its payment is on hold or is older than a week', () => {
  const entry = (ageMs: number): BuyerAccount['entries'][number] => ({
    id: 'entry',
    affiliateId: 'ada',
    paymentId: 'payment',
    kind: 'commission',
    source: 'CAPTURE',
    amountCents: 6_00,
    baseCents: 59_99,
    rateBasisPoints: 1_000,
    termsVersion: '2025-08',
    ageRule: 1,
    occurredAt: new Date(now.getTime() - ageMs),
  });
  const hold: BuyerAccount['holds'][number] = {
    id: 'hold',
    paymentId: 'payment',
    reason: 'self-referral',
    placedAt: now,
    releasedAt: null,
    releasedBy: null,
  };
  const told = (changes: Partial<BuyerAccount>) =>
    newCommissions(account(), { ...account(), ...changes }, now).map(({ id }) => id);
  expect(told({ entries: [entry(0)] })).toEqual(['entry']);
  expect(told({ entries: [entry(0)], holds: [hold] })).toEqual([]);
  expect(told({ entries: [entry(7 * dayMs + 1)] })).toEqual([]);
});
