import { formatUsd } from '../money.ts';

/** Texts of refunds, and of everything else that PayPal was asked to do for a purchase. */
export const refundMessages = {
  open: 'Refund…',
  refund: 'Refund',
  refunding: 'Refunding…',
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
  waits: 'PayPal hasn’t answered yet. We’ll keep trying until it does.',
  lastAttempt: (error: string) => `Last attempt: ${error}`,
  reason: (reason: string) => `Reason: ${reason}`,
  refused: (reason: string) => `PayPal refused the refund. ${reason}`,
  requests: 'Requests to PayPal',
  checkAgain: 'Check again',
  checking: 'Checking…',
} as const;
