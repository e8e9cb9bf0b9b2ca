import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LedgerFacts, netCommission } from '../../../../../src/server/money/ledger/missing-entries.ts';
import { randomRuns } from '../../../../seed.ts';
import { appendMissingEntries, payment, refund, total } from './payment-facts-scene.ts';

/** The commission by the rule of docs/decisions/11, in fractions of whole numbers, without code of `src`. */
function expectedCents(paid: number, base: number, basisPoints: number, refunded: number): number {
  const halfUp = (numerator: bigint, denominator: bigint) =>
    (2n * numerator + denominator) / (2n * denominator);
  const share = (cents: bigint) => halfUp(cents * BigInt(basisPoints), 10_000n);
  const back = halfUp(BigInt(base) * BigInt(Math.min(paid, refunded)), BigInt(paid));
  return Number(share(BigInt(base)) - share(back));
}

/** A first payment at 25% (in 2025) or at 10%. */
const paidWith = (paid: number, base: number, basisPoints: number): LedgerFacts => {
  const paidAt = new Date(basisPoints === 2_500 ? '2025-09-01T00:00:00Z' : '2026-02-01T00:00:00Z');
  const dates = { paidAt, customerFirstPaidAt: paidAt, purchaseFirstPaidAt: paidAt };
  return { ...payment, ...dates, amountCents: paid, taxCents: paid - base };
};

const cents = (...amounts: readonly number[]) =>
  amounts.map((amount, index) =>
    refund(`R${String(index)}`, amount, `2026-03-0${String(index + 1)}T00:00:00Z`),
  );

/** Appends refunds one after the other, and returns the commission after each. */
function commissionsAfter(paid: LedgerFacts, refunds: LedgerFacts['refunds']): readonly number[] {
  let facts = appendMissingEntries(paid).facts;
  return refunds.map((added) => {
    facts = appendMissingEntries({ ...facts, refunds: [...facts.refunds, added] }).facts;
    return total(facts.entries);
  });
}

describe('a taxed payment with partial refunds earns the share of the rest', () => {
  test.each([
    [59_99, 41_14, 2_500, [22_13, 22_13, 15_73], [6_49, 2_70, 0]],
    [49_99, 41_99, 2_500, [1, 1, 1, 1], [10_50, 10_49, 10_49, 10_49]],
    [59_99, 41_14, 2_500, [1, 2, 59_96], [10_29, 10_28, 0]],
    [49_99, 2, 2_500, [12_49, 12_51, 24_99], [1, 1, 0]],
  ])('%i cents with a base of %i at %i, refunds of %j: %j', (paid, base, rate, amounts, left) => {
    expect(commissionsAfter(paidWith(paid, base, rate), cents(...amounts))).toEqual(left);
    let refunded = 0;
    const model = amounts.map((amount) => expectedCents(paid, base, rate, (refunded += amount)));
    expect(model).toEqual(left);
  });

  test('its entries and a re-attribution have the base that belongs to them', () => {
    const paid = paidWith(59_99, 41_14, 2_500);
    const { newEntries, facts } = appendMissingEntries({ ...paid, refunds: cents(22_13, 22_13, 15_73) });
    expect(newEntries.map(({ baseCents }) => baseCents)).toEqual([41_14, 15_18, 15_17, 10_79]);
    expect(netCommission({ ...facts, refunds: cents(22_13) })).toMatchObject({
      amountCents: 6_49,
      baseCents: 25_96,
    });
  });

  const amounts = fc.array(fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 6,
  });

  test('to the cent, for any tax, and for refunds in any order and at once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(49_99, 59_99),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(1_000, 2_500),
        amounts,
        fc.infiniteStream(fc.nat()),
        (paid, taxShare, rate, drawn, draws) => {
          const base = paid - Math.floor(paid * taxShare);
          const facts = paidWith(paid, base, rate);
          const refunds = drawn.map((amount, index) => refund(`R${String(index)}`, amount));
          const keys = new Map(refunds.map((row) => [row, draws.next().value]));
          const shuffled = refunds.toSorted((a, b) => Number(keys.get(a)) - Number(keys.get(b)));
          for (const order of [refunds, refunds.toReversed(), shuffled]) {
            let refunded = 0;
            const model = order.map(({ amountCents }) =>
              expectedCents(paid, base, rate, (refunded += amountCents)),
            );
            expect(commissionsAfter(facts, order)).toEqual(model);
            const atOnce = appendMissingEntries({ ...facts, refunds: order });
            expect(total(atOnce.facts.entries)).toBe(model.at(-1));
          }
        },
      ),
      randomRuns(300, 20_000),
    );
  });
});

describe('a fact without an effect on the commission has no entry', () => {
  const amountsOf = (facts: LedgerFacts) =>
    appendMissingEntries(facts).newEntries.map((entry) => entry.amountCents);

  test('a refund of one cent has none, and the next refund takes its share back, too', () => {
    const paid = appendMissingEntries(payment);
    const first = appendMissingEntries({ ...paid.facts, refunds: cents(1) });
    expect(first.newEntries).toEqual([]);
    const second = appendMissingEntries({ ...first.facts, refunds: cents(1, 1) });
    expect(second.newEntries).toMatchObject([{ kind: 'refund', source: 'R1', amountCents: -1 }]);
    const third = appendMissingEntries({ ...second.facts, refunds: cents(1, 1, 20_00) });
    expect(third.newEntries).toMatchObject([{ kind: 'refund', source: 'R2', amountCents: -5_00 }]);
    expect(amountsOf(third.facts)).toEqual([]);
  });

  test('a payment that is all tax has no commission entry, and its refund none', () => {
    const taxed = { ...payment, taxCents: payment.amountCents };
    expect(amountsOf(taxed)).toEqual([]);
    expect(amountsOf({ ...taxed, refunds: cents(49_99) })).toEqual([]);
  });

  test('a refund of reversed money has none until PayPal gives the reversal back', () => {
    const reversal = { ...refund('B1', 49_99), kind: 'reversal' as const };
    const reversed = appendMissingEntries({ ...payment, refunds: [reversal] });
    const refunded = appendMissingEntries({ ...reversed.facts, refunds: [reversal, ...cents(20_00)] });
    expect(refunded.newEntries).toEqual([]);
    const back = { ...refunded.facts, refunds: [{ ...reversal, netCents: 0 }, ...cents(20_00)] };
    expect(amountsOf(back)).toEqual([12_50, -5_00]);
    expect(amountsOf(appendMissingEntries(back).facts)).toEqual([]);
  });
});
