import { type ScreenRow, textsOf } from './row.ts';

/** What the administration of affiliates alone says. */
export const affiliateAdminRows = {
  'affiliates-load-failed': { text: (message: string) => `Failed to fetch affiliates: ${message}` },
  'affiliate-delete-failed': { text: 'Failed to delete affiliate' },
  'affiliate-activate-failed': { text: (message: string) => `Error activating affiliate: ${message}` },
  'affiliate-deactivate-failed': { text: (message: string) => `Error deactivating affiliate: ${message}` },
  'payout-terms-load-failed': {
    text: (message: string) => `Failed to fetch this affiliate’s payment settings: ${message}`,
  },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const affiliateAdminProblemText = /* @__PURE__ */ textsOf(affiliateAdminRows);
