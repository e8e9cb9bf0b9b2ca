import { failuresOf, type ScreenRow, textsOf } from './common.ts';

/** Texts that only the admins' screens show. */
export const adminRows = {
  // Overview
  'overview-load-failed': { text: (message: string) => `Couldn’t load your list: ${message}` },

  'sale-claims-load-failed': { text: (message: string) => `Failed to fetch missing sales: ${message}` },

  'withdrawals-load-failed': { text: (message: string) => `Failed to fetch buyers’ requests: ${message}` },

  'figures-load-failed': { text: (message: string) => `Failed to fetch the figures: ${message}` },

  // Affiliates
  'affiliates-load-failed': { text: (message: string) => `Failed to fetch affiliates: ${message}` },
  'affiliate-delete-failed': { text: 'Failed to delete affiliate' },
  'affiliate-activate-failed': { text: (message: string) => `Error activating affiliate: ${message}` },
  'affiliate-deactivate-failed': { text: (message: string) => `Error deactivating affiliate: ${message}` },
  'affiliate-decline-failed': { text: (message: string) => `Error declining the application: ${message}` },
  'payment-settings-load-failed': {
    text: (message: string) => `Failed to fetch this affiliate’s payment settings: ${message}`,
  },

  // Customers
  'customers-load-failed': { text: (message: string) => `Failed to fetch customers: ${message}` },
  'customer-save-failed': { text: 'Failed to save customer' },
  'customer-delete-failed': { text: 'Failed to delete customer' },

  // Newsletter
  'readers-load-failed': {
    text: (message: string) => `Failed to fetch the newsletter’s readers: ${message}`,
  },
  'letters-load-failed': { text: (message: string) => `Failed to fetch letters: ${message}` },
  'letter-load-failed': { text: (message: string) => `Failed to fetch this letter: ${message}` },
  'subscription-delete-failed': { text: 'Failed to delete the subscription' },

  // Purchases and payouts
  'purchases-load-failed': { text: (message: string) => `Failed to fetch purchases: ${message}` },
  'purchase-load-failed': { text: (message: string) => `Failed to fetch this purchase: ${message}` },
  'reconciliation-load-failed': {
    text: (message: string) => `Failed to fetch the last reconciliation: ${message}`,
  },
  'invitations-load-failed': { text: (message: string) => `Failed to fetch invitations: ${message}` },
  'payouts-load-failed': { text: (message: string) => `Failed to fetch payouts: ${message}` },
  'transaction-required': { text: 'Enter the transaction ID of at least one payout' },
  'paid-lines-required': { text: 'Enter at least one line' },

  // Audit log
  'audit-load-failed': { text: (message: string) => `Failed to fetch the audit log: ${message}` },

  // Files that an admin chooses
  'file-not-utf8': {
    text: 'The file isn’t in UTF-8, so special characters would be lost. Save it as CSV UTF-8, then choose it again.',
  },
  'import-file-unreadable': { text: 'The file couldn’t be read. Please choose it again.' },
} as const satisfies Record<string, ScreenRow>;

export const adminProblemText = /* @__PURE__ */ textsOf(adminRows);

/** `adminFailure(code)` puts the message of a failure into the text of the code. */
export const adminFailure = /* @__PURE__ */ failuresOf(adminProblemText);
