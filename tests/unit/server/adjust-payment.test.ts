import { describe, expect, test } from 'vitest';
import { addAdjustment } from '../../../src/server/purchases/adjust-payment.ts';
import type { BuyerAccount } from '../../../src/server/purchases/buyer-account.ts';
import { day, payment, purchase, refund } from './buyer-scene.ts';
import { reattribute, now, creditedAccount } from './reassigned-account.ts';

const entriesOf = ({ entries }: BuyerAccount) => entries.map(({ kind, amountCents }) => [kind, amountCents]);
const sumOf = ({ entries }: BuyerAccount) => entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
/** A purchase that earned 6.00, of which a refund of 20.00 took 2.00. */
const accountWithRefund = () => creditedAccount({ refunds: [refund('R1', 'refund', 20_00, day(5))] });
const adjust = (buyer: BuyerAccount, amountCents: number) =>
  addAdjustment(buyer, buyer.purchases[0] ?? purchase, {
    paymentId: payment.id,
    amountCents,
    source: 'admin#1',
    now,
  });

describe('an admin’s adjustment', () => {
  test('restores the share of a mistaken refund with a new entry, which the next sync keeps', () => {
    const adjusted = adjust(accountWithRefund(), 2_00);
    expect(entriesOf(adjusted)).toEqual([
      ['commission', 6_00],
      ['refund', -2_00],
      ['adjustment', 2_00],
    ]);
    expect(adjusted.entries.at(-1)).toMatchObject({
      ...{ termsVersion: 'admin', source: 'admin#1', occurredAt: now, rateBasisPoints: 1_000 },
    });
    expect(entriesOf(creditedAccount(adjusted))).toEqual(entriesOf(adjusted));
  });

  test('leaves the share of a later refund as it is', () => {
    const second = refund('R2', 'refund', 39_99, day(6));
    const adjusted = adjust(accountWithRefund(), 2_00);
    const later = creditedAccount({ ...adjusted, refunds: [...adjusted.refunds, second] });
    expect(entriesOf(later).slice(3)).toEqual([['refund', -4_00]]);
    expect(sumOf(later)).toBe(2_00);
  });

  test('takes back an earlier adjustment', () => {
    expect(sumOf(adjust(adjust(accountWithRefund(), 2_00), -1_50))).toBe(4_50);
  });

  test.each([
    ['more than the refunds took', 2_01],
    ['less than earlier adjustments gave', -1],
  ])('is refused for %s', (_case, amountCents) => {
    expect(() => adjust(accountWithRefund(), amountCents)).toThrow('Give back at most what refunds took');
  });

  test('is refused if nobody earned a commission, and for a payment of another purchase', () => {
    expect(() => adjust(creditedAccount({ activations: [] }), 1_00)).toThrow('no commission to adjust');
    expect(() => adjust(reattribute(accountWithRefund(), { target: null }), 1_00)).toThrow(
      'no commission to adjust',
    );
    const other = { ...purchase, id: 'other' };
    expect(() =>
      addAdjustment(accountWithRefund(), other, { paymentId: payment.id, amountCents: 1, source: 's', now }),
    ).toThrow('no commission to adjust');
  });

  test('does not move to the second affiliate when the purchase is re-attributed', () => {
    const moved = reattribute(adjust(accountWithRefund(), 2_00));
    expect(moved.entries.slice(3).map(({ affiliateId, amountCents }) => [affiliateId, amountCents])).toEqual([
      ['ada', -6_00],
      ['eve', 4_00],
    ]);
    expect(entriesOf(creditedAccount(moved))).toEqual(entriesOf(moved));
  });

  test('adds up to at most the whole commission when a reversal is given back', () => {
    const reversal = refund('B1', 'reversal', 59_99, day(2));
    const reversed = creditedAccount({ refunds: [reversal] });
    const adjusted = adjust(reversed, 4_00);
    const restored = creditedAccount({
      ...adjusted,
      disputes: [
        {
          ...{ id: 'd', providerId: 'D', paymentId: payment.id, state: 'won', lostCents: 0 },
          ...{ openedAt: day(2), stateAt: day(3) },
        },
      ],
    });
    expect(entriesOf(restored).slice(2)).toEqual([
      ['adjustment', 4_00],
      ['adjustment', 2_00],
    ]);
  });
});
