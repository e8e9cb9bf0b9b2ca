import { type ScreenRow, textsOf } from './common.ts';

/** Texts that only the checkout shows. */
export const checkoutRows = {
  'payment-sdk-load-failed': { text: 'Failed to load PayPal. Please check your internet connection.' },
  'payment-sdk-broken': { text: 'PayPal SDK failed to load properly. Please refresh the page.' },
  'payment-failed': { text: 'Error occurred during payment process.' },
  'payment-options-failed': { text: 'Failed to display payment options.' },
  'payment-approval-failed': { text: 'Error processing your payment. Please contact support.' },
  'payment-capture-failed': { text: 'Payment capture failed. Please try again.' },
  'subscription-approval-failed': { text: 'Error processing your subscription. Please try again.' },
} as const satisfies Record<string, ScreenRow>;

export type CheckoutCode = keyof typeof checkoutRows;

export const checkoutProblemText = /* @__PURE__ */ textsOf(checkoutRows);
