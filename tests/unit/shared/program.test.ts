import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placeholderValues } from '../../../src/shared/placeholders.ts';
import { commissionFor } from '../../../src/shared/commission.ts';
import { type ProgramTerms, programTerms, termsAt, termsOfMonth } from '../../../src/shared/program.ts';
import { inProject } from '../../../stack/paths.ts';

const [first] = programTerms;
const at = (text: string): number => Date.parse(text);
const begins = at('2027-01-01T12:00:00Z');
const next: ProgramTerms = {
  ...first,
  version: '2027',
  begins,
  firstRateBasisPoints: 1_500,
  renewalRateBasisPoints: 1_500,
  trackingDays: 90,
  minimumPayoutCents: 50_00,
};

afterEach(() => {
  vi.useRealTimers();
});

/** Adds terms for one test, and sets the clock. */
function addNextTerms(now: string): void {
  programTerms.push(next);
  onTestFinished(() => {
    programTerms.splice(1);
  });
  vi.useFakeTimers({ now: at(now), toFake: ['Date'] });
}

test('the terms have different versions, and each begins after the previous terms', async () => {
  // Imports the module again, because the tests' setup removes the terms of coming years from the shared module.
  const file = inProject('src/shared/program.ts?project');
  const { programTerms: all } = (await import(/* @vite-ignore */ file)) as { programTerms: ProgramTerms[] };
  expect(new Set(all.map(({ version }) => version)).size).toBe(all.length);
  const starts = all.map((terms) => terms.begins);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
});

test('terms hold from the millisecond in which they begin until the next terms begin', () => {
  const all = [first, next] as const;
  expect(termsAt(begins - 1, all)).toBe(first);
  expect(termsAt(begins, all)).toBe(next);
  expect(termsAt(-1, all)).toBe(first);
  expect(termsAt(begins, [first])).toBe(first);
});

describe('terms of a coming year', () => {
  test('change no page that is built before they begin, and every page that is built afterwards', () => {
    const builtAt = (moment: number) => placeholderValues(moment, termsAt(moment, [first, next]));
    expect(builtAt(begins - 1)).toMatchObject({
      'program.today': '10% on referrals and renewals',
      'program.renewal-rate': '10%',
      'program.tracking-days': '60',
      'program.minimum-payout': '$100',
      'program.entry-renewal': '10% of $49.99 (renewal)',
    });
    expect(builtAt(begins)).toMatchObject({
      'program.rate': '25%',
      'program.today': '15% on referrals and renewals',
      'program.renewal-rate': '15%',
      'program.tracking-days': '90',
      'program.minimum-payout': '$50',
      'program.entry-renewal': '15% of $49.99 (renewal)',
    });
  });

  test('apply to payments from their beginning on, even if the commission is calculated later', () => {
    const pay = (moment: number) =>
      commissionFor({ paidAt: moment, customerFirstPaidAt: moment, ageMonths: 0, baseCents: 10_00 });
    for (const now of ['2026-06-01', '2027-06-01']) {
      addNextTerms(now);
      expect(pay(begins - 1)).toEqual({ amountCents: 1_00, rateBasisPoints: 1_000, termsVersion: '2025-08' });
      expect(pay(begins)).toEqual({ amountCents: 1_50, rateBasisPoints: 1_500, termsVersion: '2027' });
      programTerms.splice(1);
    }
  });

  test('keep the founders’ year and its customers’ first 12 months', () => {
    addNextTerms('2027-06-01');
    const founder = { customerFirstPaidAt: at('2025-06-10'), baseCents: 10_00 };
    expect(commissionFor({ ...founder, paidAt: at('2025-06-10'), ageMonths: 0 }).rateBasisPoints).toBe(2_500);
    expect(commissionFor({ ...founder, paidAt: begins, ageMonths: 11 }).rateBasisPoints).toBe(2_500);
    expect(commissionFor({ ...founder, paidAt: begins, ageMonths: 12 }).rateBasisPoints).toBe(1_500);
  });

  test.each(['2026-12-31T10:00:00Z', '2027-01-01T00:00:00Z', '2027-01-01T12:00:00Z'])(
    'that begin at %s apply to January’s statements, and not to December’s',
    (moment) => {
      const all = [first, { ...next, begins: at(moment) }] as const;
      expect(termsOfMonth('2026-12', all).version).toBe('2025-08');
      expect(termsOfMonth('2027-01', all).version).toBe('2027');
    },
  );
});
