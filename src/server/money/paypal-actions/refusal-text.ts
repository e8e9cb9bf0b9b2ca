/**
 * The codes of refusals, in words: PayPal's for refunds of captures (Payments v2) and of subscriptions' payments (Payments v1), and for
 * cancellations (Subscriptions v1). NO_ANSWER and REFUND_FAILED are ours.
 */
const words: Readonly<Record<string, string>> = {
  // The payment
  CAPTURE_FULLY_REFUNDED: 'The payment has already been refunded in full.',
  TRANSACTION_ALREADY_REFUNDED: 'The payment has already been refunded in full.',
  REFUND_AMOUNT_EXCEEDED: 'The amount is more than what is left of the payment.',
  REFUND_EXCEEDED_TRANSACTION_AMOUNT: 'The amount is more than what is left of the payment.',
  REFUND_AMOUNT_TOO_LOW: 'The amount is too small to be refunded.',
  PARTIAL_REFUND_NOT_ALLOWED: 'This payment can only be refunded in full.',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal doesn’t allow any more refunds of this payment.',
  REFUND_TIME_LIMIT_EXCEEDED: 'The payment is too old to be refunded. Send the money another way.',
  REFUND_TIME_EXCEEDED_FOR_PAYMENT_SOURCE:
    'The payment is too old to be refunded to the buyer’s payment method. Send the money another way.',
  PENDING_CAPTURE: 'The payment is still pending.',
  REFUND_NOT_ALLOWED: 'This payment can’t be refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'The payment was made in another currency.',
  REFUND_CURRENCY_MISMATCH: 'The payment was made in another currency.',
  TRANSACTION_DISPUTED: 'The buyer disputes this payment, so it can only be refunded in full.',
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED:
    'The buyer disputes this payment, so it can only be refunded in full.',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'The buyer’s bank has charged this payment back.',
  TRANSACTION_REFUSED: 'PayPal doesn’t allow this refund. The payment may be disputed, pending or too old.',
  REFUND_TRANSACTION_REFUSED: 'PayPal’s checks or the settings of our PayPal account stopped the refund.',

  // The buyer's account and way of paying
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The buyer’s PayPal account is locked or closed.',
  PAYER_ACCOUNT_RESTRICTED: 'The buyer’s PayPal account is restricted.',
  USER_ACCOUNT_CLOSED: 'The buyer’s PayPal account is locked or closed.',
  REFUND_FAILED_BY_PAYMENT_SOURCE: 'The buyer’s bank or card refused the money. Send it another way.',
  REFUND_NOT_SUPPORTED_FOR_PAYMENT_SOURCE:
    'The buyer’s payment method doesn’t allow refunds. Send the money another way.',

  // Our account
  INSUFFICIENT_FUNDS: 'There isn’t enough money in our PayPal account.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'There isn’t enough money in our PayPal account.',
  REFUND_FUNDS_NOT_AVAILABLE: 'Our PayPal account has no bank account or card that can pay the refund.',
  REFUND_REFUSED_BY_PROCESSOR: 'The bank account or card of our PayPal account was declined.',
  PAYER_REFUND_AMOUNT_LIMIT_EXCEEDED: 'The refund is over the limit of our PayPal account.',
  PAYEE_REFUND_AMOUNT_LIMIT_EXCEEDED: 'The refund is over the limit of the buyer’s PayPal account.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'Our PayPal account is locked or closed.',
  PAYEE_ACCOUNT_RESTRICTED: 'Our PayPal account is restricted.',
  INVALID_ACCOUNT_STATUS: 'Our PayPal account is restricted.',
  NOT_AUTHORIZED: 'Our PayPal app isn’t allowed to do this.',
  PERMISSION_DENIED: 'Our PayPal app isn’t allowed to do this.',
  REFUND_IS_RESTRICTED: 'Only the PayPal app that took the payment can refund it.',

  // Cancellations, and records that PayPal does not have
  SUBSCRIPTION_STATUS_INVALID: 'The subscription can’t be cancelled in its current state.',
  INVALID_RESOURCE_ID: 'PayPal has no record of this payment or subscription.',
  RESOURCE_NOT_FOUND: 'PayPal has no record of this payment or subscription.',
  INVALID_REQUEST: 'PayPal didn’t understand our request.',
  UNPROCESSABLE_ENTITY: 'PayPal couldn’t do this, and gave no reason.',

  // Ours
  REFUND_FAILED: 'The money couldn’t be sent back.',
  NO_ANSWER: 'PayPal didn’t answer for 30 days. Check the payment in PayPal before you refund it again.',
};

const unknown = 'PayPal’s reason is new to us. Check the payment in PayPal, or ask PayPal support.';

/** Returns PayPal's code for a refusal in words, followed by the code, which PayPal's support asks for. */
export function refusalText(code: string): string {
  const text = Object.hasOwn(words, code) ? words[code] : undefined;
  return `${text ?? unknown} (${code})`;
}

interface EndedAction {
  readonly state: string;
  /** PayPal's code of a refusal, or the message of the last failed attempt. */
  readonly error: string | null;
}

/** Returns a request to PayPal with the reason of its refusal in words. */
export function withRefusalText<Action extends EndedAction>(action: Action): Action {
  const { state, error } = action;
  return state === 'refused' && error !== null ? { ...action, error: refusalText(error) } : action;
}
