import { formatUsd } from '../money.ts';

/** Texts of refunds, and of everything else that PayPal was asked to do for a purchase. */
export const refundMessages = {
  open: 'Refund…',
  refund: 'Refund',
  refunding: 'Refunding...',
  all: (leftCents: number) => `All that’s left is ${formatUsd(leftCents)}. Enter less for a partial refund.`,
  nothingLeft: 'Nothing is left of this payment.',
  follows:
    'PayPal sends the money back to the buyer, who also gets an email from us. The commission is taken back in proportion. A refund can’t be undone.',
  renews: 'The subscription isn’t cancelled: it will renew.',
  disputed: 'The buyer has opened a dispute about this payment.',
  confirm: (cents: number) => `Are you sure you want to refund ${formatUsd(cents)} to the buyer?`,
  confirmAction: (cents: number) => `Refund ${formatUsd(cents)}`,
  tooLarge: (leftCents: number) => `Enter at most ${formatUsd(leftCents)}`,
  done: (cents: number) => `${formatUsd(cents)} was refunded.`,
  accepted: (cents: number) =>
    `PayPal has accepted the refund of ${formatUsd(cents)}. It’s recorded when the money has gone back.`,
  pending: 'The money is on its way. The refund is recorded when it has gone back.',
  waits: {
    refund: 'PayPal hasn’t answered yet. The refund is repeated until it does.',
    cancel: 'PayPal hasn’t answered yet. The cancellation is repeated until it does.',
  },
  lastAttempt: (error: string) => `Last attempt: ${error}`,
  reason: (reason: string) => `Reason: ${reason}`,
  refused: (reason: string) => `PayPal refused the refund. ${reason}`,
  requests: 'Requests to PayPal',
  checkAgain: 'Check again',
  checking: 'Checking...',
} as const;

/** The codes of refusals, in words: PayPal's codes for captures and for subscriptions' payments, and our own NO_ANSWER. */
const refusals: Readonly<Record<string, string>> = {
  CAPTURE_FULLY_REFUNDED: 'The payment has already been refunded in full.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal allows no more refunds of this payment.',
  PARTIAL_REFUND_NOT_ALLOWED: 'This payment can only be refunded in full.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'Our PayPal account is locked or closed.',
  PAYEE_ACCOUNT_RESTRICTED: 'Our PayPal account is restricted.',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The buyer’s PayPal account is locked or closed.',
  PENDING_CAPTURE: 'The payment is still pending.',
  PERMISSION_DENIED: 'Our PayPal app isn’t allowed to make refunds.',
  REFUND_AMOUNT_EXCEEDED: 'The amount is more than what is left of the payment.',
  REFUND_AMOUNT_TOO_LOW: 'The amount is too small to be refunded.',
  REFUND_FAILED: 'The money couldn’t be sent back.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'There isn’t enough money in our PayPal account.',
  REFUND_NOT_ALLOWED: 'This payment can’t be refunded.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'The buyer’s bank has charged this payment back.',
  REFUND_TIME_LIMIT_EXCEEDED: 'The payment is too old to be refunded.',
  TRANSACTION_DISPUTED: 'The buyer disputes this payment, so it can only be refunded in full.',
  NO_ANSWER: 'PayPal didn’t answer for 30 days. Look at the payment at PayPal before you refund it again.',
  INSUFFICIENT_FUNDS: 'There isn’t enough money in our PayPal account.',
  INVALID_RESOURCE_ID: 'PayPal doesn’t know this payment or subscription.',
  REFUND_EXCEEDED_TRANSACTION_AMOUNT: 'The amount is more than what is left of the payment.',
  TRANSACTION_ALREADY_REFUNDED: 'The payment has already been refunded in full.',
  TRANSACTION_REFUSED: 'PayPal doesn’t allow this refund. The payment may be disputed, pending or too old.',
  SUBSCRIPTION_STATUS_INVALID: 'The subscription can’t be cancelled in its current state.',
};

/** Returns PayPal's code for a refusal in words, followed by the code. A code without words is returned alone. */
export function refusalText(code: string): string {
  const words = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  return words === undefined ? code : `${words} (${code})`;
}
