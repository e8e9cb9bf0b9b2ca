/** Of every screen that needs an account. */
export const screenMessages = {
  checking: 'Checking who is signed in…',
  retry: 'Try again',
  retrying: 'Trying...',
  logout: 'Logout',
  loggingOut: 'Logging out…',
} as const;

/** Of the buttons that copy. */
export const copyMessages = {
  copyLink: 'Copy Link',
  linkCopied: 'Copied!',
  copy: 'Copy',
  copied: 'Copied',
} as const;

/** Of the newsletter; the server says them too. */
export const newsletterMessages = {
  subscribing: 'Subscribing...',
  subscribed: 'Successfully subscribed to our newsletter!',
} as const;

/** Of the checkout, and of what comes after it. */
export const checkoutMessages = {
  loading: 'Loading payment options...',
  completing: 'Completing your payment…',
  retry: 'Try again',
  paid: 'Thank you. Your payment went through, and here is your download.',
  justPaid: 'You’ve just paid, and there is no need to do it again.',
  paidBefore: 'You have already approved a payment, and there is no need to do it again.',
  orderNumber: 'Order number:',
  askAgain: 'Do you want to pay once more?',
  payAgain: 'Pay again',
  toDownload: 'Go to your download',
  subscribed:
    'Thank you. Your subscription is set up; PayPal will write to you about the payment. Here is your download.',
  pending:
    'Thank you. Your payment is on its way; PayPal will write to you when it has arrived. Here is your download.',
  popular: 'Most Popular',
  affiliate: { checking: 'Checking...', valid: 'Valid code', invalid: 'Invalid code' },
} as const;
