import type { PayoutAnomaly } from '../payout-file.ts';

/** Short names of the anomalies. `payoutAnomalies` explains them. */
const warnings: Readonly<Record<PayoutAnomaly, string>> = {
  'no-address': 'no address',
  'payee-is-payer': 'pays a buyer',
  'self-referral-released': 'released self-referral',
  'hold-released': 'released hold',
  'hold-open': 'commission on hold',
  'refund-rate': 'many refunds',
  'first-payout': 'first payout',
  'payout-email-changed': 'payment email changed',
  'other-payment-email': 'sent to a former payment email',
  'address-unconfirmed': 'payment email not confirmed',
  'one-payer': 'several purchases of one payer',
  'large-amount': 'large amount',
};

/** Texts of the payout administration. */
export const payoutMessages = {
  loading: 'Loading payouts...',
  none: 'No payouts found',
  noneYet: 'Payouts are proposed when a month closes, at the start of the next month.',
  warnings,
  steps: {
    close: 'Closed',
    review: 'Review',
    approve: 'Approve',
    export: 'Export',
    pay: 'Pay at PayPal',
    markPaid: 'Mark as paid',
  },
  waiting: {
    close: '',
    review: 'to check',
    approve: 'to approve',
    export: 'to export',
    pay: 'to pay at PayPal',
    markPaid: 'to mark as paid',
  },
  passed: {
    close: 'in this month',
    review: 'checked',
    approve: 'approved',
    export: 'exported',
    pay: 'paid',
    markPaid: 'marked as paid',
  },
  stepDone: 'Done: ',
  notClosed: 'not closed yet',
  noPayouts: 'no payouts',
  allDone: 'nothing left to do',
  overdue: ', overdue',
  closedOn: (date: string) => `on ${date}`,
  lookCloser: 'Look closer before you approve',
  rejectedSum: (payouts: string) => `${payouts} returned to the balance.`,
  alsoOpen: 'Also open',
  moreMonths: (months: string) => `and ${months} more`,
  states: { proposed: 'Proposed', approved: 'Approved', paid: 'Paid', rejected: 'Returned to balance' },
  results: { unclaimed: 'Unclaimed', returned: 'Returned', blocked: 'Blocked' },
  /** The meaning of a result, and the next step. */
  resultHints: {
    unclaimed: (until: string) =>
      `PayPal waits until ${until} for the recipient to accept it. Don’t pay it again. If the address is wrong, cancel it at PayPal.`,
    returned: () =>
      'PayPal gave the money back. Return the amount to the balance, so that it’s paid with a later payout.',
    blocked: () =>
      'PayPal didn’t send the money. Return the amount to the balance, so that it’s paid with a later payout.',
  },
  resultReasons: {
    returned: 'PayPal returned the payment, because it wasn’t accepted. Please check your payment email.',
    blocked: 'PayPal blocked the payment. Please check your PayPal account and your payment email.',
  },
  resultsHeading: 'Not paid by PayPal',
  toReject: 'to return to the balance',
  unclaimedNotRejectable: (payouts: number) =>
    `Unclaimed payouts can’t be returned to the balance, because they can still be accepted: ${String(payouts)}.`,
  downloadYears: 'Download paid per year (CSV)',
  yearsHint: 'One row for each affiliate and calendar year (UTC), by the day of the payment.',
  downloadingYears: 'Downloading...',
  selectionCleared: 'Selection cleared.',
  confirmLeave: 'Leave these payouts and discard your changes?',
  leave: 'Leave',
  noAnomalies: 'Nothing unusual',
  addressRemoved: 'Address removed',
  approve: 'Approve',
  approving: 'Approving...',
  confirmApprove: (payouts: string) => `Approve ${payouts}?`,
  lookCloserAt: (namedWarnings: string) => `Look closer first. ${namedWarnings}.`,
  approvePaysNothing: 'Nothing is paid yet: you export the file, then pay it at PayPal.',
  reject: 'Return to balance',
  rejectCount: (payouts: number) => `Return ${String(payouts)} to balance`,
  rejecting: 'Returning...',
  confirmReject: (payouts: string) => `Return ${payouts} to the balance?`,
  rejectReasonHint: 'The affiliate gets this reason by email.',
  rejectHint: 'The amount goes back to the balance with this month’s statement.',
  rejectExportedHint: (payouts: number) =>
    `Payouts already in a payment file: ${String(payouts)}. Make sure that they aren’t paid.`,
  markPaid: 'Mark as paid',
  markingPaid: 'Marking...',
  confirmPaid: (payouts: string) => `Mark ${payouts} as paid?`,
  confirmPaidList: (lines: string) => `Mark the payouts of ${lines} as paid?`,
  notExported: (payouts: number) =>
    `In no payment file yet: ${String(payouts)}. Make sure that PayPal has paid them.`,
  withoutTransaction: (payouts: number) =>
    `Payouts without a transaction id aren’t changed: ${String(payouts)}.`,
  listHint:
    'PayPal’s daily report marks payouts as paid by itself. Use this list for payments that it doesn’t have. One payout per line: its id or reference, then a comma, semicolon or tab, then PayPal’s transaction id. The first line may contain headings. If one line is wrong, nothing is changed. Payouts that aren’t approved are skipped.',
  wrongLine: (place: number, what: string) => `Payout ${String(place)} in the list: ${what}.`,
  done: { approve: 'approved', reject: 'returned to the balance', paid: 'marked as paid' },
  unchanged: (names: string) => `Not changed, because they’re in another state: ${names}.`,
  changedMeanwhile: (names: string) =>
    `Not changed, because somebody else has changed or exported them: ${names}.`,
  unknown: (ids: string) => `No payout has this id or reference: ${ids}.`,
  noneRejectable: 'Payouts that are paid or returned to the balance can’t be changed.',
  export: 'Export CSV',
  exporting: 'Exporting...',
  confirmExport: (payouts: string, period: string) =>
    `Export ${payouts} for ${period} to a PayPal payout file?`,
  exportMarksNothing:
    'Exporting doesn’t mark payouts as paid. PayPal’s daily report does, once PayPal has made the payments.',
  exported: (payouts: string) => `A file with ${payouts} was saved. Nothing was marked as paid.`,
  exportAgain: 'Include payouts that were exported before',
  exportedBefore: (payouts: number) =>
    `Exported before: ${String(payouts)}. If you pay both files, these affiliates are paid twice.`,
  wasExported: 'Exported',
  noneToExport: (period: string) => `There are no more approved payouts to export for ${period}.`,
  unpaidHint:
    'These balances of the last closed month, or of the month selected above, are due but were carried forward.',
  unpaidReasons: {
    'no-payout-email': 'No payment email',
    closed: 'Affiliate record is closed',
  },
} as const;
