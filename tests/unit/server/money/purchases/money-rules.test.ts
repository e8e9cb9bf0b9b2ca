import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postCommission } from '../../../../../src/server/money/purchases/post-commission.ts';
import type { BuyerAccount } from '../../../../../src/server/money/purchases/buyer-account.ts';
import { commissionRate, paymentAgeMonths } from '../../../../../src/shared/commission.ts';
import { randomRuns } from '../../../../seed.ts';
import { ada, buyerWith, day, payment, purchase, refund } from './buyer-scene.ts';

const hour = 3_600_000;
const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) });

test('a renewal is never in the first 12 months, for any dates of the customer’s and the purchase’s first payments', () => {
  fc.assert(
    fc.property(moments, fc.nat(8 * 365 * 24), fc.integer({ min: 2, max: 9 }), (first, later, sequence) => {
      const purchaseFirstPaidAt = first + later * hour;
      const ages = {
        type: 'subscription',
        customerFirstPaidAt: first,
        purchaseFirstPaidAt,
        sequence,
      } as const;
      expect(paymentAgeMonths(ages)).toBeGreaterThanOrEqual(12);
    }),
    randomRuns(200, 20_000),
  );
});

test('after the founders’ year, an affiliate earns the renewal rate for a new purchase by a customer of 12 months or more', () => {
  const afterFounders = fc.integer({ min: Date.UTC(2026, 0, 2), max: Date.UTC(2034, 0) });
  fc.assert(
    fc.property(
      afterFounders,
      fc.integer({ min: 366, max: 2_000 }),
      fc.constantFrom('subscription' as const, 'one-time' as const),
      (paidAt, days, type) => {
        const customerFirstPaidAt = paidAt - days * 24 * hour;
        const ageMonths = paymentAgeMonths({
          type,
          customerFirstPaidAt,
          purchaseFirstPaidAt: paidAt,
          sequence: 1,
        });
        expect(commissionRate({ paidAt, customerFirstPaidAt, ageMonths })).toBe(1_000);
      },
    ),
    randomRuns(200, 20_000),
  );
});

const accountWithCommission = (rows: Partial<BuyerAccount>) =>
  postCommission(buyerWith(rows), purchase, day(30));

test('an affiliate who is activated after a capture earns nothing for the capture, even if later events arrive', () => {
  fc.assert(
    fc.property(fc.nat(23), fc.integer({ min: 1, max: 59_99 }), (hours, cents) => {
      const activeFrom = new Date(payment.paidAt.getTime() + 1 + hours * hour);
      const activations = [{ id: 'since', affiliateId: ada.id, activeFrom, activeUntil: null }];
      const refunds = [refund('R1', 'refund', cents, day(20))];
      expect(accountWithCommission({ activations, refunds }).entries).toEqual([]);
    }),
    randomRuns(50, 2_000),
  );
});

test.each([
  ['buyer@mail.example', 1],
  ['Buyer+shop@mail.example', 1],
  ['other@mail.example', 0],
  [null, 0],
])('a payment email of %j holds %i payments; posting again adds no hold', (payoutEmail, holds) => {
  const buyer = accountWithCommission({ affiliates: [{ ...ada, payoutEmail }] });
  expect(buyer.holds).toHaveLength(holds);
  expect(postCommission(buyer, purchase, day(31)).holds).toEqual(buyer.holds);
});
