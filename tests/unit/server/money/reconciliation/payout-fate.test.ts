import { describe, expect, test } from 'vitest';
import type { ProviderTransaction } from '../../../../../src/server/frame/context/paypal.ts';
import type { ChangeablePayout } from '../../../../../src/server/money/payouts/record-payout-fate.ts';
import { followRows, payoutFate } from '../../../../../src/server/money/reconciliation/payout-fate.ts';
import { payoutReference } from '../../../../../src/shared/payout-file.ts';
import { listedTransaction } from './reconciliation-factories.ts';

const id = '0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10';

function payoutOf(changes: Partial<ChangeablePayout> = {}): ChangeablePayout {
  return {
    id,
    state: 'approved',
    amountCents: 100_00,
    isExported: true,
    hasAddress: true,
    transactionId: null,
    result: null,
    resultAt: null,
    ...changes,
  };
}

const day = (date: number) => new Date(Date.UTC(2026, 11, date));

const amount = (cents: number, currency: string) => ({ amount: { cents, currency } });

/** A payment of 100.00 that was sent on a day of December. */
function sent(state: ProviderTransaction['state'], changes: Partial<ProviderTransaction> = {}) {
  const customId = payoutReference(id);
  return listedTransaction({
    id: 'T1',
    kind: 'payout',
    cents: -100_00,
    state,
    customId,
    at: day(1),
    ...changes,
  });
}

/** The same money, which came back. */
function back(changes: Partial<ProviderTransaction> = {}) {
  return listedTransaction({
    id: 'B1',
    kind: 'payout-back',
    cents: 100_00,
    paymentId: 'T1',
    at: day(31),
    ...changes,
  });
}

describe('the fate of a row', () => {
  test.each<[string, ProviderTransaction['kind'], ProviderTransaction['state'], string | null]>([
    ['a payment of which the recipient sent a part back', 'payout', 'partly-returned', 'paid'],
    ['money that is coming back', 'payout-back', 'pending', null],
    ['a buyer’s payment', 'payment', 'completed', null],
    ['a fee', 'other', 'completed', null],
  ])('of %s', (_case, kind, state, fate) => {
    expect(payoutFate({ kind, state })).toBe(fate);
  });
});

describe('followRows', () => {
  const paid = { state: 'paid', transactionId: 'T1', result: null } as const;
  const unclaimed = { result: 'unclaimed', transactionId: 'T1', resultAt: day(1) } as const;
  const returned = { result: 'returned', transactionId: 'T1', resultAt: day(31) } as const;

  test.each<[string, Partial<ChangeablePayout>, ProviderTransaction[], Partial<ChangeablePayout>]>([
    ['pays a payout', {}, [sent('completed')], paid],
    ['waits for the recipient', {}, [sent('pending')], unclaimed],
    ['pays what the recipient accepted later', unclaimed, [sent('completed')], paid],
    ['returns what was not accepted', unclaimed, [back()], { state: 'approved', ...returned }],
    ['takes the later of two rows', {}, [sent('pending'), back()], returned],
    ['does not go back to an earlier row', returned, [sent('pending')], returned],
    ['returns what was paid', paid, [back()], { state: 'approved', ...returned }],
    [
      'returns what was paid by the row of the payment',
      paid,
      [sent('returned')],
      { state: 'approved', result: 'returned' },
    ],
    [
      'blocks a denied payment without an id',
      {},
      [sent('denied', { id: '' })],
      { result: 'blocked', transactionId: null },
    ],
    [
      'pays after a blocked payment',
      { result: 'blocked', resultAt: day(1) },
      [sent('completed', { at: day(2) })],
      paid,
    ],
    ['keeps a payout that is paid', paid, [sent('completed')], paid],
    ['keeps a paid payout whose first payment was blocked', paid, [sent('denied', { id: 'T0' })], paid],
    ['keeps a paid payout whose first payment came back', paid, [back({ paymentId: 'T0' })], paid],
    [
      'counts the payment that was sent if another came back',
      {},
      [sent('completed'), sent('completed', { id: 'T2', at: day(30) }), back()],
      { state: 'paid', transactionId: 'T2' },
    ],
    [
      'keeps a rejected payout that was returned',
      { state: 'rejected' },
      [sent('returned'), back()],
      { state: 'rejected' },
    ],
  ])('%s', (_case, before, rows, after) => {
    const followed = followRows(payoutOf(before), rows);
    expect(followed).toMatchObject({ payout: after, differences: [] });
  });

  test.each<[string, Partial<ChangeablePayout>, ProviderTransaction, string]>([
    ['another amount', {}, sent('completed', amount(-99_00, 'USD')), 'payout-amount-differs'],
    ['another currency', {}, sent('completed', amount(-100_00, 'EUR')), 'payout-amount-differs'],
    ['a part that came back', paid, back(amount(40_00, 'USD')), 'payout-amount-differs'],
    [
      'a second payment of a paid payout',
      paid,
      sent('completed', { id: 'T2' }),
      'payout-transaction-differs',
    ],
    [
      'a second payment of an unclaimed payout',
      unclaimed,
      sent('pending', { id: 'T2' }),
      'payout-transaction-differs',
    ],
    ['a paid payout that is unclaimed', paid, sent('pending'), 'payout-state-differs'],
    ['a payment of a rejected payout', { state: 'rejected' }, sent('completed'), 'payout-state-differs'],
    ['a payment of a payout in no file', { isExported: false }, sent('completed'), 'payout-state-differs'],
    [
      'a payment of a payout back in review',
      { state: 'proposed' },
      sent('completed'),
      'payout-state-differs',
    ],
    [
      'returned money of a forgotten affiliate',
      { ...paid, hasAddress: false },
      back(),
      'payout-state-differs',
    ],
  ])('reports %s, and changes nothing', (_case, before, row, code) => {
    const payout = payoutOf(before);
    const followed = followRows(payout, [row]);
    expect(followed.differences.map((difference) => difference.code)).toEqual([code]);
    expect(followed.payout).toBe(payout);
  });
});
