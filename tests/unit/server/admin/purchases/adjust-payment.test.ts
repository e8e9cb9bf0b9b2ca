import { describe, expect, test } from 'vitest';
import { addAdjustment } from '../../../../../src/server/admin/purchases/adjust-payment.ts';
import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { day, payment, purchase, refund } from '../../money/purchases/buyer-scene.ts';
import { reattribute, now, creditedAccount } from './reassigned-account.ts';

const entriesOf = ({ entries }: BuyerAccount) => entries.map(({ kind, amountCents }) => [kind, amountCents]);
const sumOf = ({ entries }: BuyerAccount) => entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
/** Returns the account of a purchase that earned 6.00. A refund of 20.00 took back 2.00 of the commission. */
const accountWithRefund = () => creditedAccount({ refunds: [refund('R1', 'refund', 20_00, day(5))] });
const adjust = (buyer: BuyerAccount, amountCents: number) =>
  addAdjustment(buyer, buyer.purchases[0] ?? purchase, {
    paymentId: payment.id,
    amountCents,
    source: 'admin#1',
    now,
  });

describe('an admin’s adjustment', () => {
  test('restores the commission after a mistaken refund by a new entry, and the next sync changes nothing', () => {
    const adjusted = adjust(accountWithRefund(), 2_00);
    expect(entriesOf(adjusted)).toEqual([
      ['commission', 6_00],
      ['refund', -2_00],
      ['adjustment', 2_00],
    ]);
    expect(adjusted.entries.at(-1)).toMatchObject({
      termsVersion: 'admin',
      source: 'admin#1',
      occurredAt: now,
      rateBasisPoints: 1_000,
    });
    expect(entriesOf(creditedAccount(adjusted))).toEqual(entriesOf(adjusted));
  });

  test('does not change how much a later refund takes back', () => {
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
    ['it adds more than refunds took back', 2_01],
    ['it takes back more than earlier adjustments added', -1],
  ])('is refused if %s', (_case, amountCents) => {
    expect(() => adjust(accountWithRefund(), amountCents)).toThrow(
      'You can’t restore more commission than refunds removed',
    );
  });

  test('is refused if nobody earned a commission, or if the payment belongs to another purchase', () => {
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

  test('does not raise the sum above the whole commission when PayPal gives a reversal back', () => {
    const reversal = refund('B1', 'reversal', 59_99, day(2));
    const reversed = creditedAccount({ refunds: [reversal] });
    const adjusted = adjust(reversed, 4_00);
    const restored = creditedAccount({
      ...adjusted,
      disputes: [
        {
          id: 'd',
          providerId: 'D',
          paymentId: payment.id,
          state: 'won',
          lostCents: 0,
          openedAt: day(2),
          stateAt: day(3),
        },
      ],
    });
    expect(entriesOf(restored).slice(2)).toEqual([
      ['adjustment', 4_00],
      ['adjustment', 2_00],
    ]);
  });
});
