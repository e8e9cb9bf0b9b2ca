import { type ScreenRow, textsOf } from './row.ts';

/** What the administration of payouts alone says. */
export const payoutRows = {
  'payouts-load-failed': { text: (message: string) => `Failed to fetch payouts: ${message}` },
  'transaction-required': { text: 'Enter the transaction id of at least one payout' },
  'paid-lines-required': { text: 'Enter at least one line' },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const payoutProblemText = /* @__PURE__ */ textsOf(payoutRows);
