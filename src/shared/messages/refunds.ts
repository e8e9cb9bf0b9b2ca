import { formatUsd } from '../money.ts';

/** Texts of refunds, and of everything else that PayPal was asked to do for a purchase. */
export const refundMessages = {
  open: 'Refund…',
  refund: 'Refund',
  refunding: 'Refunding…',
  all: (leftCents: number) =>
    `Up to ${formatUsd(leftCents)} can be refunded. Enter less for a partial refund.`,
  nothingLeft: 'Nothing more of this payment can be refunded now.',
  follows:
    'PayPal sends the money back to the buyer, who also gets an email from us. The commission is taken back in proportion. A refund can’t be undone.',
  renews: 'This doesn’t cancel the subscription: it will still renew.',
  disputed: 'The buyer has opened a dispute about this payment.',
  confirm: (cents: number) => `Are you sure you want to refund ${formatUsd(cents)} to the buyer?`,
  confirmAction: (cents: number) => `Refund ${formatUsd(cents)}`,
  tooLarge: (leftCents: number) => `Enter at most ${formatUsd(leftCents)}`,
  done: (cents: number) => `${formatUsd(cents)} was refunded.`,
  accepted: (cents: number) =>
    `PayPal has accepted the refund of ${formatUsd(cents)}. We’ll record it once PayPal has returned the money.`,
  pending: 'The money is on its way. We’ll record the refund once PayPal has returned it.',
  waits: 'PayPal hasn’t answered yet. We’ll keep trying until it does.',
  lastAttempt: (error: string) => `Last attempt: ${error}`,
  reason: (reason: string) => `Reason: ${reason}`,
  refused: (reason: string) => `PayPal refused the refund. ${reason}`,
  requests: 'Requests to PayPal',
  checkAgain: 'Check again',
  checking: 'Checking…',
} as const;
