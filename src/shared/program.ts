/**
 * The affiliate program's terms as data. The terms page, the pitch templates, the dashboard and the
 * commission function all read this file. Amounts are US cents, rates basis points (2500 = 25 %).
 */
export const program = {
  /** Recorded with every ledger entry; raise it with every change of the terms below. Rates that change: see `earlierRates`. */
  version: '2025-08',
  founders: {
    rateBasisPoints: 2_500,
    /** The year 2025 anywhere on Earth: UTC+14's New Year to UTC-12's. Start included, end excluded. */
    from: Date.UTC(2024, 11, 31, 10),
    until: Date.UTC(2026, 0, 1, 12),
    /** A customer whose first payment fell in the founders' year keeps the rate this long. */
    customerMonths: 12,
  },
  renewalRateBasisPoints: 1_000,
  trackingDays: 60,
  minimumPayoutCents: 100_00,
  reviewBusinessDays: 2,
  subscriptionRange: { fromUsd: 97, toUsd: 297 },
} as const;

/** What decides the rate of a payment. */
export interface Rates {
  readonly version: string;
  readonly founders: {
    readonly rateBasisPoints: number;
    readonly from: number;
    readonly until: number;
    readonly customerMonths: number;
  };
  readonly renewalRateBasisPoints: number;
}

/** Rates that were replaced, and until when payments earned by them: UTC in milliseconds, end excluded. */
export type EarlierRates = Rates & { readonly heldUntil: number };

/**
 * The rates before the program's, oldest first. Rates that change move here, since what was paid under them goes on earning
 * by them: a payment's commission is computed anew with each refund and each day's reconciliation.
 */
export const earlierRates: readonly EarlierRates[] = [];

/** The rates that a payment of this moment earns by, whenever it is asked. UTC in milliseconds. */
export const ratesAt = (moment: number, replaced: readonly EarlierRates[] = earlierRates): Rates =>
  replaced.find(({ heldUntil }) => moment < heldUntil) ?? program;
