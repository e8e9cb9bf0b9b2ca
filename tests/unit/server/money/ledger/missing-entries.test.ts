import { describe, expect, test } from 'vitest';
import {
  missingEntries,
  netCommission,
  type LedgerFacts,
} from '../../../../../src/server/money/ledger/missing-entries.ts';
import { now, payment, refund, appendMissingEntries } from './payment-facts-scene.ts';

describe('a payment’s entries', () => {
  test('49.99 at 25% earns 12.50; a refund of 20.00 takes back 5.00, and a refund of the rest takes back 7.50', () => {
    const paid = appendMissingEntries(payment);
    expect(paid.newEntries).toMatchObject([{ kind: 'commission', amountCents: 12_50, source: 'PAID' }]);
    const part = appendMissingEntries({ ...paid.facts, refunds: [refund('R1', 20_00)] });
    expect(part.newEntries).toMatchObject([
      { kind: 'refund', amountCents: -5_00, baseCents: 20_00, source: 'R1' },
    ]);
    const rest = appendMissingEntries({ ...part.facts, refunds: [refund('R1', 20_00), refund('R2', 29_99)] });
    expect(rest.newEntries).toMatchObject([
      { kind: 'refund', amountCents: -7_50, baseCents: 29_99, source: 'R2' },
    ]);
    expect(appendMissingEntries(rest.facts).newEntries).toEqual([]);
  });

  test('a reversal that PayPal gives back is added again, and taken back again if the dispute is lost later', () => {
    const reversal = { ...refund('B1', 49_99), kind: 'reversal' as const };
    const reversed = appendMissingEntries({ ...appendMissingEntries(payment).facts, refunds: [reversal] });
    expect(reversed.newEntries).toMatchObject([{ kind: 'reversal', amountCents: -12_50, source: 'B1' }]);
    const back = appendMissingEntries({ ...reversed.facts, refunds: [{ ...reversal, netCents: 0 }] });
    expect(back.newEntries).toMatchObject([
      { kind: 'adjustment', amountCents: 12_50, baseCents: 49_99, source: 'PAID#1', occurredAt: now },
    ]);
    expect(appendMissingEntries(back.facts).newEntries).toEqual([]);
    const lost = appendMissingEntries({ ...back.facts, refunds: [reversal] });
    expect(lost.newEntries).toMatchObject([
      { kind: 'adjustment', amountCents: -12_50, baseCents: 0, source: 'PAID#2' },
    ]);
  });

  test('refunds that arrive together are entered by date, then by id', () => {
    const at = '2025-11-01T00:00:00Z';
    const refunds = [refund('C', 1_00, at), refund('A', 1_00, '2025-12-01T00:00:00Z')];
    const all = { ...payment, refunds: [...refunds, refund('B', 1_00, at), refund('D', 1_00)] };
    for (const facts of [all, { ...all, refunds: all.refunds.toReversed() }])
      expect(appendMissingEntries(facts).newEntries.map(({ source }) => source)).toEqual([
        'PAID',
        'D',
        'B',
        'C',
        'A',
      ]);
  });

  test('two adjustments at once have different sources', () => {
    const reversal = { ...refund('B1', 20_00), kind: 'reversal' as const, netCents: 0 };
    const credited = appendMissingEntries({
      ...payment,
      sequence: 2,
      paidAt: new Date('2026-08-01T00:00:00Z'),
    });
    const all = appendMissingEntries({ ...credited.facts, sequence: 1, refunds: [reversal] });
    expect(all.newEntries).toMatchObject([
      { kind: 'adjustment', amountCents: 7_50, source: 'PAID#1' },
      { kind: 'reversal', amountCents: -5_00, source: 'B1' },
      { kind: 'adjustment', amountCents: 5_00, source: 'PAID#2' },
    ]);
    expect(appendMissingEntries(all.facts).newEntries).toEqual([]);
  });

  test('the age of a renewal follows its sequence, and the age of a new purchase its date', () => {
    const paidAt = new Date('2026-08-01T00:00:00Z');
    const earns = (facts: Partial<LedgerFacts>) =>
      appendMissingEntries({ ...payment, paidAt, ...facts }).newEntries.map(({ amountCents }) => amountCents);
    expect(earns({ sequence: 2 })).toEqual([5_00]);
    expect(earns({ type: 'one-time', purchaseFirstPaidAt: paidAt })).toEqual([12_50]);
    const later = new Date('2026-10-01T00:00:00Z');
    expect(earns({ paidAt: later, purchaseFirstPaidAt: later })).toEqual([5_00]);
  });

  test('a commission by an earlier age rule keeps its rate when a refund is entered', () => {
    const paidAt = new Date('2026-10-01T00:00:00Z');
    const existingEntry = { kind: 'commission' as const, source: 'PAID', amountCents: 12_50, ageRule: 1 };
    const facts = { ...payment, paidAt, purchaseFirstPaidAt: paidAt, entries: [existingEntry] };
    expect(appendMissingEntries(facts).newEntries).toEqual([]);
    expect(appendMissingEntries({ ...facts, refunds: [refund('R1', 49_99)] }).newEntries).toMatchObject([
      { kind: 'refund', amountCents: -12_50, rateBasisPoints: 2_500, ageRule: 1 },
    ]);
  });

  test('a commission by an earlier age rule keeps its amount when it is reassigned and reassigned back', () => {
    const paidAt = new Date('2026-10-01T00:00:00Z');
    const existingEntry = { kind: 'commission' as const, source: 'PAID', amountCents: 12_50, ageRule: 1 };
    const facts = { ...payment, paidAt, purchaseFirstPaidAt: paidAt };
    expect(netCommission({ ...facts, entries: [existingEntry] })).toMatchObject({
      amountCents: 12_50,
      ageRule: 1,
    });
    expect(netCommission(facts)).toMatchObject({ amountCents: 5_00, ageRule: 2 });
  });

  test('a customer’s first payment that is dated after this payment does not count', () => {
    const early = { ...payment, type: 'one-time' as const, paidAt: new Date('2024-06-01T00:00:00Z') };
    expect(appendMissingEntries(early).newEntries).toMatchObject([{ rateBasisPoints: 1_000 }]);
  });

  test('an inactive affiliate earns nothing, and loses an entered commission if the payment turns out not to be eligible', () => {
    expect(missingEntries({ ...payment, isEligible: false, refunds: [refund('R', 1)] }, now)).toEqual([]);
    const credited = appendMissingEntries(payment);
    expect(appendMissingEntries({ ...credited.facts, isEligible: false }).newEntries).toMatchObject([
      { kind: 'adjustment', amountCents: -12_50, rateBasisPoints: 0 },
    ]);
  });
});
