/** Texts of the payout administration. */
export const payoutMessages = {
  loading: 'Loading payouts...',
  none: 'No payouts found',
  states: { proposed: 'Proposed', approved: 'Approved', paid: 'Paid', rejected: 'Rejected' },
  selectionCleared: 'Selection cleared.',
  confirmLeave: 'Leave these payouts and discard your changes?',
  leave: 'Leave',
  noAnomalies: 'Nothing unusual',
  addressRemoved: 'Address removed',
  approve: 'Approve',
  approving: 'Approving...',
  confirmApprove: (payouts: string, amount: string) =>
    `Are you sure you want to approve ${payouts}, ${amount} in total?`,
  flagged: (payouts: number) =>
    `${String(payouts)} of them ${payouts === 1 ? 'needs' : 'need'} a closer look.`,
  reject: 'Reject',
  rejecting: 'Rejecting...',
  confirmReject: (payouts: string, amount: string) =>
    `Are you sure you want to reject ${payouts}, ${amount} in total?`,
  rejectHint: 'This cannot be undone. The amount goes back to the balance with this month’s statement.',
  rejectExportedHint: (payouts: number) =>
    `Payouts already in a payment file: ${String(payouts)}. Make sure that they aren’t paid.`,
  markPaid: 'Mark as paid',
  markingPaid: 'Marking...',
  confirmPaid: (payouts: string, amount: string) =>
    `Are you sure you want to mark ${payouts}, ${amount} in total, as paid?`,
  confirmPaidList: 'Are you sure you want to mark the payouts in this list as paid?',
  cannotBeUndone: 'This cannot be undone.',
  withoutTransaction: (payouts: number) =>
    `Payouts without a transaction id aren’t changed: ${String(payouts)}.`,
  listHint:
    'One payout per line: its id or reference, then a comma, semicolon or tab, then PayPal’s transaction id. The first line may contain headings. If one line is wrong, nothing is changed. Payouts that aren’t approved are skipped.',
  wrongLine: (place: number, what: string) => `Payout ${String(place)} in the list: ${what}.`,
  done: { approve: 'approved', reject: 'rejected', paid: 'marked as paid' },
  unchanged: (names: string) => `Not changed, because they’re in another state: ${names}.`,
  changedMeanwhile: (names: string) =>
    `Not changed, because somebody else has changed or exported them: ${names}.`,
  unknown: (ids: string) => `No payout has this id or reference: ${ids}.`,
  noneRejectable: 'Paid and rejected payouts can’t be changed.',
  export: 'Export CSV',
  exporting: 'Exporting...',
  confirmExport: (payouts: string, period: string) =>
    `Export ${payouts} for ${period} to a PayPal payout file?`,
  exportMarksNothing:
    'Exporting doesn’t mark payouts as paid. Do that once PayPal has given each payout a transaction id.',
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
