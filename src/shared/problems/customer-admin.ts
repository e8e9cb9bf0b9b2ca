import { type ScreenRow, textsOf } from './row.ts';

/** What the administration of customers alone says. */
export const customerAdminRows = {
  'customers-load-failed': { text: (message: string) => `Failed to fetch customers: ${message}` },
  'customer-save-failed': { text: 'Failed to save customer' },
  'customer-delete-failed': { text: 'Failed to delete customer' },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const customerAdminProblemText = /* @__PURE__ */ textsOf(customerAdminRows);
