import { addMonths, monthStart } from './dates.ts';

/** The sentence next to an affiliate's link. Readers must know of the commission before they follow the link. */
export const linkDisclosure = 'Affiliate link: I earn a commission if you buy.';

/** The affiliate program's terms from a moment on. Amounts are US cents, rates basis points (2500 = 25%). */
export interface ProgramTerms {
  /** Recorded with every ledger entry and statement. */
  readonly version: string;
  /** UTC in milliseconds. Terms end when the next terms begin. */
  readonly begins: number;
  readonly founders: {
    /** The rate of all payments between `from` and `until`, and of customers whose first payment falls between them. */
    readonly rateBasisPoints: number;
    /** UTC in milliseconds, start included, end excluded. */
    readonly from: number;
    readonly until: number;
    /** Months after a customer's first payment in which the rate holds. */
    readonly customerMonths: number;
  };
  /** The rate of a customer's first payment outside the founders' year. */
  readonly firstRateBasisPoints: number;
  /** The rate of every other payment. */
  readonly renewalRateBasisPoints: number;
  readonly trackingDays: number;
  readonly minimumPayoutCents: number;
  readonly reviewBusinessDays: number;
  readonly subscriptionRange: { readonly fromUsd: number; readonly toUsd: number };
}

const terms2025: ProgramTerms = {
  version: '2025-08',
  // Before the first sale.
  begins: 0,
  founders: {
    rateBasisPoints: 2_500,
    // The year 2025 anywhere on Earth: UTC+14's New Year to UTC-12's.
    from: Date.UTC(2024, 11, 31, 10),
    until: Date.UTC(2026, 0, 1, 12),
    customerMonths: 12,
  },
  firstRateBasisPoints: 1_000,
  renewalRateBasisPoints: 1_000,
  trackingDays: 60,
  minimumPayoutCents: 100_00,
  reviewBusinessDays: 2,
  subscriptionRange: { fromUsd: 97, toUsd: 297 },
};

/**
 * All terms, oldest first. Pages show the terms of the day of their build. A payment earns by the terms of its capture, and a
 * statement follows the terms of its month. Never change terms that have begun, because each refund and each reconciliation
 * calculates commissions again.
 */
export const programTerms: [ProgramTerms, ...ProgramTerms[]] = [terms2025];

type TermsList = readonly [ProgramTerms, ...ProgramTerms[]];

/** Returns the terms at a moment, UTC in milliseconds. */
export function termsAt(moment: number, all: TermsList = programTerms): ProgramTerms {
  return all.findLast(({ begins }) => begins <= moment) ?? all[0];
}

/**
 * Returns the terms of a month's statements, which are the terms at the middle of the month. Terms that begin with a year
 * somewhere on Earth, hours before or after the year in UTC, are thus the terms of January and not of December.
 */
export function termsOfMonth(month: string, all: TermsList = programTerms): ProgramTerms {
  return termsAt((monthStart(month).getTime() + monthStart(addMonths(month, 1)).getTime()) / 2, all);
}

/** Returns today's terms. A static page has the terms of the day of its build. */
export function currentTerms(): ProgramTerms {
  return termsAt(Date.now());
}
