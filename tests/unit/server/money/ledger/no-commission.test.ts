import { expect, test } from 'vitest';
import { noCommission, type PaymentEarnings } from '../../../../../src/server/money/ledger/no-commission.ts';

const ada = { name: 'Ada', code: 'ada0001', isActive: true, wasActive: true };
const earnedPayment: PaymentEarnings = {
  state: 'completed',
  amount_cents: 59_99,
  tax_cents: 0,
  refunded_cents: 0,
  paid_at: '2025-09-01T10:00:00.000Z',
  holds: [],
  entries: [{ amount_cents: 15_00 }],
  buyersCode: 'ada0001',
  isAttributed: true,
  isReattributed: false,
  affiliate: ada,
};
const unattributed = { entries: [], isAttributed: false };

test.each<[string, Partial<PaymentEarnings>, string, string]>([
  ['no code', { ...unattributed, buyersCode: null, affiliate: null }, 'no-code', 'in the 60 days before'],
  [
    'an unknown code',
    { ...unattributed, affiliate: null },
    'code-unknown',
    'No affiliate has the code ada0001',
  ],
  ['a code reported too late', unattributed, 'code-late', 'more than a day after'],
  [
    'a reported code of an affiliate who was not active',
    { ...unattributed, affiliate: { ...ada, wasActive: false } },
    'affiliate-not-active',
    'Ada (ada0001) was not active when this payment was made on 9/1/2025',
  ],
  [
    'an affiliate who was not active and is active now',
    { entries: [], affiliate: { ...ada, wasActive: false } },
    'affiliate-not-active',
    'To pay it anyway, re-attribute the purchase to ada0001',
  ],
  [
    'an affiliate who was not active and is not active now',
    { entries: [], affiliate: { ...ada, wasActive: false, isActive: false } },
    'affiliate-not-active',
    'activate the affiliate, then re-attribute the purchase to ada0001',
  ],
  [
    'a purchase that an admin re-attributed to nobody',
    { ...unattributed, buyersCode: null, affiliate: null, isReattributed: true },
    'given-to-nobody',
    'An admin removed the affiliate from this purchase',
  ],
  ['a payment of tax alone', { entries: [], tax_cents: 59_99 }, 'nothing-due', 'tax earns no commission'],
  [
    'a possible self-referral',
    { holds: [{ reason: 'self-referral', released_at: null }] },
    'self-referral',
    'the buyer may be the affiliate',
  ],
  [
    'a dispute',
    { holds: [{ reason: 'dispute', released_at: null }] },
    'on-hold',
    'once the hold is released',
  ],
  [
    'a full refund',
    { refunded_cents: 59_99, entries: [{ amount_cents: 15_00 }, { amount_cents: -15_00 }] },
    'refunded',
    'All of the money went back',
  ],
  ['a pending payment', { state: 'pending', entries: [] }, 'not-completed', 'has not completed'],
  ['a declined payment', { state: 'declined', entries: [] }, 'not-completed', 'was declined'],
  ['a commission of 0.00', { entries: [{ amount_cents: 0 }] }, 'nothing-due', 'nothing is due'],
  ['a missing commission', { entries: [] }, 'commission-missing', 'Report the order again'],
])('noCommission explains why nobody earns on a payment with %s', (_case, changes, code, text) => {
  expect(noCommission({ ...earnedPayment, ...changes })).toEqual({
    code,
    text: expect.stringContaining(text) as unknown,
  });
});

test('noCommission returns null if the payment earns a commission, even after a released hold or a partial refund', () => {
  expect(noCommission(earnedPayment)).toBeNull();
  const released = [{ reason: 'self-referral', released_at: '2025-09-02T10:00:00.000Z' }];
  expect(noCommission({ ...earnedPayment, holds: released, refunded_cents: 20_00 })).toBeNull();
});
