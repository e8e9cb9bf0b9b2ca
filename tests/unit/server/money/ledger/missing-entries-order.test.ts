import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LedgerFacts } from '../../../../../src/server/money/ledger/missing-entries.ts';
import { shareOf } from '../../../../../src/shared/money.ts';
import { payment, appendMissingEntries, total } from './payment-facts-scene.ts';
import { randomRuns } from '../../../../seed.ts';

const date = fc
  .date({ min: new Date('2024-06-01'), max: new Date('2026-10-01'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000));

const history = fc
  .record({
    type: fc.constantFrom('one-time' as const, 'subscription' as const),
    amountCents: fc.integer({ min: 1, max: 20_000 }),
    taxShare: fc.double({ min: 0, max: 1, noNaN: true }),
    paidAt: date,
    sequence: fc.integer({ min: 1, max: 3 }),
    firsts: fc.array(date, { maxLength: 3 }),
    refunds: fc.array(
      fc.record({
        share: fc.double({ min: 0, max: 0.6, noNaN: true }),
        at: date,
        isReversal: fc.boolean(),
        stays: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ amountCents, taxShare, refunds, ...rest }) => ({
    ...rest,
    amountCents,
    taxCents: Math.floor(amountCents * taxShare),
    refunds: refunds.map(({ share, at, isReversal, stays }, index) => {
      const cents = Math.max(1, Math.floor(amountCents * share));
      return {
        providerId: `R${String(index)}`,
        kind: isReversal ? ('reversal' as const) : ('refund' as const),
        amountCents: cents,
        refundedAt: at,
        netCents: isReversal ? Math.floor(cents * stays) : cents,
      };
    }),
  }));

const withRefund = (facts: LedgerFacts, refund: LedgerFacts['refunds'][number]): LedgerFacts => ({
  ...facts,
  refunds: [...facts.refunds.filter(({ providerId }) => providerId !== refund.providerId), refund],
});

test('facts in any order add up to the commission, between 0 and rate × base, after every fact', () => {
  fc.assert(
    fc.property(history, fc.infiniteStream(fc.nat()), (drawn, draws) => {
      const { firsts, refunds, ...paid } = drawn;
      const baseCents = paid.amountCents - paid.taxCents;
      const initial: LedgerFacts = {
        ...payment,
        ...paid,
        customerFirstPaidAt: paid.paidAt,
        refunds: [],
        entries: [],
      };
      let facts = initial;
      const updates = [
        ...firsts.map((at) => (old: LedgerFacts): LedgerFacts => ({
          ...old,
          customerFirstPaidAt: at < old.customerFirstPaidAt ? at : old.customerFirstPaidAt,
        })),
        // Each refund appears with its full amount, with the net amount of a won dispute, and with its final net amount.
        ...refunds.flatMap((refund) =>
          [refund.amountCents, refund.kind === 'reversal' ? 0 : refund.amountCents, refund.netCents].map(
            (netCents) =>
              (old: LedgerFacts): LedgerFacts =>
                withRefund(old, { ...refund, netCents }),
          ),
        ),
      ];
      const steps = updates
        .flatMap((step) => [step, step])
        .map((step) => {
          const [at = 0] = draws.take(1);
          return { step, at };
        })
        .sort((a, b) => a.at - b.at);
      const withFinalRefunds = (old: LedgerFacts) => refunds.reduce(withRefund, old);
      for (const { step } of [{ step: (old: LedgerFacts) => old }, ...steps, { step: withFinalRefunds }]) {
        ({ facts } = appendMissingEntries(step(facts)));
        const sum = total(facts.entries);
        expect(facts.entries.every(({ amountCents }) => amountCents !== 0)).toBe(true);
        expect(sum).toBeGreaterThanOrEqual(0);
        expect(sum).toBeLessThanOrEqual(shareOf(baseCents, 2_500));
        expect(appendMissingEntries(facts).newEntries).toEqual([]);
      }
      const inOrder = appendMissingEntries(updates.reduce((old, step) => step(old), initial));
      expect(total(facts.entries)).toBe(total(inOrder.facts.entries));
      expect(new Set(facts.entries.map(({ kind, source }) => `${kind} ${source}`)).size).toBe(
        facts.entries.length,
      );
    }),
    randomRuns(200, 5_000),
  );
});
