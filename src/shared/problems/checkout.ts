import { type ScreenRow, textsOf } from './row.ts';

const payments = 'PayPal';

/** What the checkout alone says. */
export const checkoutRows = {
  'payment-sdk-load-failed': { text: `Failed to load ${payments}. Please check your internet connection.` },
  'payment-sdk-broken': { text: `${payments} SDK failed to load properly. Please refresh the page.` },
  'payment-failed': { text: 'Error occurred during payment process.' },
  'payment-options-failed': { text: 'Failed to display payment options.' },
  'payment-approval-failed': { text: 'Error processing your payment. Please contact support.' },
  'payment-capture-failed': { text: 'Payment capture failed. Please try again.' },
  'subscription-approval-failed': { text: 'Error processing your subscription. Please try again.' },
} as const satisfies Record<string, ScreenRow>;

/** The codes that the checkout has texts for besides those of every screen. */
export type CheckoutCode = keyof typeof checkoutRows;

/** The text of such a row. */
export const checkoutProblemText = /* @__PURE__ */ textsOf(checkoutRows);
