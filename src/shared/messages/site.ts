/** Texts of every screen that needs an account. */
export const screenMessages = {
  checking: 'Checking your session…',
  retry: 'Try again',
  retrying: 'Trying…',
  logout: 'Logout',
  loggingOut: 'Signing out…',
  waiting: 'waiting',
  cannotUndo: 'This can’t be undone.',
  signedInAs: (email: string) => `You’re signed in as ${email}.`,
  otherAccount: 'Sign in with another account',
  toDashboard: 'Go to your dashboard',
  showTable: 'Show as a table',
} as const;

/** Texts of copy buttons. */
export const copyMessages = {
  copyLink: 'Copy link',
  linkCopied: 'Copied!',
  copy: 'Copy',
  copied: 'Copied',
} as const;

/** Labels of the confirmation on the download page. */
export const confirmationMessages = {
  plan: 'Plan',
  amount: 'Amount',
  order: 'Order number',
  license: 'License',
  toLicense: 'Download your license',
  receipt: 'Receipt',
  next: 'Next step',
  toFiles: 'Go to the files',
} as const;

/** Texts of the checkout and the download page. */
export const checkoutMessages = {
  loading: 'Loading payment options...',
  checkingInvitation: 'Checking your invitation…',
  completing: 'Completing your payment…',
  retry: 'Try again',
  paid: 'Thank you. Your payment went through, and here is your download.',
  justPaid: 'You’ve just paid. There’s no need to pay again.',
  paidBefore: 'You’ve already approved a payment. There’s no need to pay again.',
  orderNumber: 'Order number:',
  askAgain: 'Do you want to make another payment?',
  payAgain: 'Pay again',
  toDownload: 'Go to your download',
  subscribed:
    'Thank you. Your subscription is set up, and PayPal will email you about the payment. Here is your download.',
  pending:
    'Thank you. Your payment is on its way, and PayPal will email you when it arrives. Here is your download.',
  popular: 'Most Popular',
  affiliate: { checking: 'Checking...', valid: 'Valid code', invalid: 'Invalid code' },
} as const;
