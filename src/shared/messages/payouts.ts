import type { PayoutAnomaly } from '../payout-anomalies.ts';
import { count, pluralize } from '../text.ts';

/** Short names of the anomalies, in the order of the screen. `payoutAnomalies` explains them. */
const warnings: Readonly<Record<PayoutAnomaly, string>> = {
  'no-address': 'no address',
  'payee-is-payer': 'pays a buyer',
  'self-referral-released': 'released self-referral',
  'hold-released': 'released hold',
  'hold-open': 'commission on hold',
  'refund-rate': 'many refunds',
  'first-payout': 'first payout',
  'payout-email-changed': 'payment email changed',
  'other-payment-email': 'sent to a previous payment email',
  'address-unconfirmed': 'payment email not confirmed',
  'one-payer': 'several purchases by one payer',
  'large-amount': 'large amount',
};

/** Texts of the payout administration. */
export const payoutMessages = {
  loading: 'Loading payouts…',
  none: 'No payouts found',
  noneYet: 'Payouts are proposed when a month closes, at the start of the next month.',
  warnings,
  steps: { close: 'Close', approve: 'Approve', export: 'Export', pay: 'Pay at PayPal' },
  waiting: { approve: 'to approve', export: 'to export', pay: 'to pay at PayPal' },
  passed: { approve: 'approved', export: 'exported', pay: 'paid' },
  /** Why a step cannot be taken yet. */
  notYet: {
    approve: 'Nothing to approve until the month is closed.',
    export: 'Nothing to export until payouts are approved.',
    pay: 'Nothing to pay until payouts are exported.',
  },
  paidAtPayPal: (payouts: number) => `I’ve paid ${payouts === 1 ? 'it' : 'them'} at PayPal…`,
  busy: { approve: 'Approving…', export: 'Exporting…', pay: 'Loading…' },
  exportAgain: 'Export again…',
  markedByReport: 'PayPal’s daily report marks payouts as paid. You don’t have to.',
  closesByItself: 'Months close automatically on the 1st of the next month.',
  stepDone: 'Done: ',
  notClosed: 'not closed yet',
  noPayouts: 'no payouts',
  allDone: 'nothing left to do',
  overdue: ', overdue',
  closedOn: (date: string) => `Closed on ${date}`,
  lookCloser: 'Take a closer look before you approve',
  returnedToBalance: (payouts: string) => `${payouts} returned to the balance.`,
  alsoOpen: 'Also open',
  moreMonths: (months: string) => `and ${months} more`,
  states: { proposed: 'Proposed', approved: 'Approved', paid: 'Paid', rejected: 'Returned to balance' },
  results: { unclaimed: 'Unclaimed', returned: 'Returned', blocked: 'Blocked' },
  /** The meaning of a result, and why its payouts cannot be returned to the balance. */
  resultHints: {
    returned: 'PayPal gave the money back.',
    blocked: 'PayPal didn’t send the money.',
    unclaimed:
      'The recipient can still accept it, so it can’t go to the balance yet. Don’t pay it again. If the address is wrong, cancel it at PayPal.',
  },
  unclaimedUntil: (date: string) => `Can be accepted until ${date}.`,
  resultReasons: {
    returned: 'PayPal returned the payment, because it wasn’t accepted. Please check your payment email.',
    blocked: 'PayPal blocked the payment. Please check your PayPal account and your payment email.',
  },
  resultsHeading: 'Not paid by PayPal',
  toReturnToBalance: 'to return to the balance',
  unclaimedNotForBalance: (payouts: number) =>
    `${count(payouts, 'unclaimed payout')} can still be accepted, so ${pluralize(payouts, 'it', 'they')} can’t be returned to the balance.`,
  downloadYears: 'Download yearly totals (CSV)',
  yearsHint: 'One row for each affiliate and calendar year (UTC), by the date of the payment.',
  downloadingYears: 'Downloading…',
  selectionCleared: 'Selection cleared.',
  confirmLeave: 'Leave these payouts and discard your changes?',
  leave: 'Leave',
  noAnomalies: 'Nothing unusual',
  addressRemoved: 'Address removed',
  approve: 'Approve',
  confirmApprove: (payouts: string) => `Approve ${payouts}?`,
  lookCloserAt: (namedWarnings: string) => `Take a closer look first. ${namedWarnings}.`,
  approvePaysNothing: 'Nothing is paid yet: next, export the file and pay it at PayPal.',
  returnToBalance: 'Return to balance',
  returnCountToBalance: (payouts: number) => `Return ${String(payouts)} to balance`,
  returnPayoutsToBalance: (payouts: string) => `Return ${payouts} to balance…`,
  returning: 'Returning…',
  confirmReturn: (payouts: string) => `Return ${payouts} to the balance?`,
  returnReasonHint: 'The affiliate gets this reason by email.',
  returnHint: 'The amount goes back to the balance with this month’s statement.',
  returnExportedHint: (payouts: number) =>
    `${count(payouts, 'payout is', 'payouts are')} already in a payment file. Make sure that PayPal doesn’t pay ${pluralize(payouts, 'it', 'them')}.`,
  markPaid: 'Mark as paid',
  markingPaid: 'Marking…',
  confirmPaid: (payouts: string) => `Mark ${payouts} as paid?`,
  confirmPaidList: (lines: string) => `Mark the payouts in ${lines} as paid?`,
  notExported: (payouts: number) =>
    `${count(payouts, 'payout isn’t', 'payouts aren’t')} in a payment file yet. Make sure that PayPal has paid ${pluralize(payouts, 'it', 'them')}.`,
  withoutTransaction: (payouts: number) =>
    `${count(payouts, 'payout has', 'payouts have')} no transaction ID, and won’t change.`,
  listHint:
    'PayPal’s daily report marks payouts as paid automatically. Use this list for payments that it doesn’t have. One payout per line: its ID or reference, then a comma, semicolon or tab, then PayPal’s transaction ID. The first line may contain headings. If one line is wrong, nothing is changed. Payouts that aren’t approved are skipped.',
  wrongLine: (place: number, what: string) => `Payout ${String(place)} in the list: ${what}.`,
  done: { approve: 'approved', reject: 'returned to the balance', paid: 'marked as paid' },
  unchanged: (names: string) => `Not changed (state has changed): ${names}.`,
  changedMeanwhile: (names: string) => `Not changed (somebody else has changed or exported them): ${names}.`,
  unknown: (ids: string) => `No payout has this ID or reference: ${ids}.`,
  noneForBalance: 'Payouts that are paid or returned to the balance can’t be changed.',
  export: 'Export',
  confirmExport: (payouts: string, month: string) =>
    `Export ${payouts} for ${month} to a PayPal payout file?`,
  exportMarksNothing:
    'Exporting doesn’t mark payouts as paid. PayPal’s daily report does, once PayPal has made the payments.',
  exported: (payouts: string) => `A file with ${payouts} was saved. Nothing was marked as paid.`,
  exportedBefore: (payouts: number) =>
    `${count(payouts, 'payout was', 'payouts were')} exported before. If you pay both files, these affiliates are paid twice.`,
  wasExported: 'Exported',
  noneToExport: (month: string) => `There are no more approved payouts to export for ${month}.`,
  noneToApprove: (month: string) => `No proposed payout for ${month} has a payment email.`,
  unpaidHint:
    'These balances of the last closed month, or of the month selected above, are due but were carried forward.',
  unpaidReasons: {
    'no-payout-email': 'No payment email',
    closed: 'Affiliate record is closed',
  },
} as const;
