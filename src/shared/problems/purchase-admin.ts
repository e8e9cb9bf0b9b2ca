import { type ScreenRow, textsOf } from './row.ts';

/** What the administration of purchases alone says. */
export const purchaseAdminRows = {
  'purchases-load-failed': { text: (message: string) => `Failed to fetch purchases: ${message}` },
  'purchase-load-failed': { text: (message: string) => `Failed to fetch this purchase: ${message}` },
  'reconciliation-load-failed': {
    text: (message: string) => `Failed to fetch the last reconciliation: ${message}`,
  },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const purchaseAdminProblemText = /* @__PURE__ */ textsOf(purchaseAdminRows);
