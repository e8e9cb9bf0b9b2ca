import { describe, expect, test } from 'vitest';
import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { hasMissedPayment } from '../../../../../src/server/admin/purchases/reattribute-purchase.ts';
import { ada, day, dispute, purchase, refund } from '../../money/purchases/buyer-scene.ts';
import { eve, reattribute, now, creditedAccount } from './reassigned-account.ts';

const entriesOf = ({ entries }: BuyerAccount) =>
  entries.map(({ affiliateId, kind, amountCents, baseCents }) => [affiliateId, kind, amountCents, baseCents]);
const refunds = [refund('R1', 'refund', 20_00, day(5))];

describe('a purchase that is reassigned', () => {
  test('earns its new owner the commission less refunds, as it earned the former owner', () => {
    const moved = reattribute(creditedAccount({ refunds }));
    expect(entriesOf(moved)).toEqual([
      ['ada', 'commission', 6_00, 59_99],
      ['ada', 'refund', -2_00, 20_00],
      ['ada', 'reattribution', -4_00, 39_99],
      ['eve', 'reattribution', 4_00, 39_99],
    ]);
    expect(moved.entries.slice(2)).toMatchObject([
      { source: 'AUDIT#PAID', occurredAt: now, rateBasisPoints: 1_000 },
      { source: 'AUDIT#PAID', occurredAt: now, rateBasisPoints: 1_000 },
    ]);
    expect(moved.purchases).toEqual([
      { ...purchase, affiliateId: 'eve', affiliateCode: 'eve0001', reattributedAt: now, version: 2 },
    ]);
    expect(entriesOf(reattribute(moved, { target: ada })).slice(4)).toEqual([
      ['eve', 'reattribution', -4_00, 39_99],
      ['ada', 'reattribution', 4_00, 39_99],
    ]);
  });

  test('to nobody loses its commission, and earns nothing more', () => {
    const moved = reattribute(creditedAccount(), { target: null });
    expect(entriesOf(moved).slice(1)).toEqual([['ada', 'reattribution', -6_00, 59_99]]);
    expect(entriesOf(creditedAccount({ ...moved, refunds }))).toEqual(entriesOf(moved));
    expect(moved.purchases[0]?.affiliateId).toBeNull();
    expect(moved.purchases[0]?.affiliateCode).toBeNull();
  });

  test('and had no owner earns its new owner the commission less earlier refunds', () => {
    const nobodys = { ...purchase, affiliateId: null, affiliateCode: null };
    expect(entriesOf(reattribute(creditedAccount({ purchases: [nobodys], refunds })))).toEqual([
      ['eve', 'reattribution', 6_00, 59_99],
      ['eve', 'refund', -2_00, 20_00],
    ]);
  });

  test('takes a later refund from its new owner', () => {
    const moved = reattribute(creditedAccount());
    expect(entriesOf(creditedAccount({ ...moved, refunds })).slice(3)).toEqual([
      ['eve', 'refund', -2_00, 20_00],
    ]);
  });

  test('does not count a refund as entered because a reversal with its id is entered', () => {
    const reversal = refund('R1', 'reversal', 10_00, day(4));
    const buyer = creditedAccount({ refunds: [reversal] });
    expect(entriesOf(reattribute({ ...buyer, refunds: [reversal, ...refunds] })).slice(2)).toEqual([
      ['ada', 'reattribution', -5_00, 49_99],
      ['eve', 'reattribution', 5_00, 49_99],
      ['eve', 'refund', -2_00, 20_00],
    ]);
  });

  test('moves nothing for a fully refunded payment; if the refund is a reversal, an entry of 0.00 names the new owner', () => {
    const all = (kind: 'refund' | 'reversal') =>
      creditedAccount({ refunds: [refund('ALL', kind, 59_99, day(2))] });
    expect(entriesOf(reattribute(all('refund'))).slice(2)).toEqual([]);
    const reversed = reattribute(all('reversal'));
    expect(entriesOf(reversed).slice(2)).toEqual([['eve', 'reattribution', 0, 0]]);
    const won = creditedAccount({ ...reversed, disputes: [dispute()] });
    expect(entriesOf(won).slice(3)).toEqual([['eve', 'adjustment', 6_00, 59_99]]);
    expect(entriesOf(reattribute(reversed, { target: ada })).slice(3)).toEqual([]);
  });

  test('moves the commission before a second refund that is not entered yet; the new owner loses the refund', () => {
    const second = refund('R2', 'refund', 10_00, day(6));
    expect(
      entriesOf(reattribute({ ...creditedAccount({ refunds }), refunds: [...refunds, second] })).slice(2),
    ).toEqual([
      ['ada', 'reattribution', -4_00, 39_99],
      ['eve', 'reattribution', 4_00, 39_99],
      ['eve', 'refund', -1_00, 10_00],
    ]);
  });

  test('adds an entry of 0.00 for the new owner if the payment went back in full, partly by a reversal', () => {
    const buyer = creditedAccount({ refunds: [...refunds, refund('B1', 'reversal', 39_99, day(6))] });
    const ofOther = buyer.entries.map((entry) => ({ ...entry, paymentId: 'another', affiliateId: eve.id }));
    for (const entries of [buyer.entries, [...ofOther, ...buyer.entries]])
      expect(entriesOf(reattribute({ ...buyer, entries })).slice(entries.length)).toEqual([
        ['eve', 'reattribution', 0, 0],
      ]);
  });

  test('takes nothing from an owner who never earned', () => {
    const all = [refund('B1', 'reversal', 59_99, day(2))];
    expect(entriesOf(reattribute(creditedAccount({ refunds: all, activations: [] })))).toEqual([
      ['eve', 'reattribution', 6_00, 59_99],
      ['eve', 'reversal', -6_00, 59_99],
    ]);
  });

  test('to its current owner earns the commissions that the owner missed while inactive, but only once', () => {
    const missed = creditedAccount({ activations: [], refunds });
    expect(entriesOf(missed)).toEqual([]);
    const moved = reattribute(missed, { target: ada });
    expect(entriesOf(moved)).toEqual([
      ['ada', 'reattribution', 6_00, 59_99],
      ['ada', 'refund', -2_00, 20_00],
    ]);
    expect(entriesOf(reattribute(moved, { target: ada, source: 'AGAIN' }))).toEqual(entriesOf(moved));
  });

  test('to its current owner keeps the earned commissions', () => {
    const earned = creditedAccount({ refunds });
    expect(entriesOf(reattribute(earned, { target: ada }))).toEqual(entriesOf(earned));
    expect(hasMissedPayment(earned, purchase)).toBe(false);
    expect(hasMissedPayment(creditedAccount({ activations: [] }), purchase)).toBe(true);
    const gone = creditedAccount({ activations: [], refunds: [refund('ALL', 'refund', 59_99, day(2))] });
    expect(hasMissedPayment(gone, purchase)).toBe(false);
  });
});
