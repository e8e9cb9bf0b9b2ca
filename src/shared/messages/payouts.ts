/** Of the administration of payouts. */
export const payoutMessages = {
  loading: 'Loading payouts...',
  none: 'No payouts found',
  states: { proposed: 'Proposed', approved: 'Approved', paid: 'Paid', rejected: 'Rejected' },
  noneChosen: 'No payout is chosen any more.',
  confirmLeave: 'Leave these payouts without saving what you typed?',
  leave: 'Leave',
  nothing: 'Nothing unusual',
  forgotten: 'No address is kept',
  approve: 'Approve',
  approving: 'Approving...',
  confirmApprove: (payouts: string, amount: string) =>
    `Are you sure you want to approve ${payouts}, ${amount} in all?`,
  flagged: (payouts: number) =>
    `${String(payouts)} of them ${payouts === 1 ? 'needs' : 'need'} a closer look.`,
  reject: 'Reject',
  rejecting: 'Rejecting...',
  confirmReject: (payouts: string, amount: string) =>
    `Are you sure you want to reject ${payouts}, ${amount} in all?`,
  rejects: 'This cannot be undone. The amount returns to the balance with this month’s statement.',
  rejectsExported: (payouts: number) =>
    `Payouts already in a payment file: ${String(payouts)}. Make sure that they are not paid.`,
  markPaid: 'Mark as paid',
  markingPaid: 'Marking...',
  confirmPaid: (payouts: string, amount: string) =>
    `Are you sure you want to mark ${payouts}, ${amount} in all, as paid?`,
  confirmPaidList: 'Are you sure you want to mark the payouts of this list as paid?',
  cannotBeUndone: 'This cannot be undone.',
  withoutTransaction: (payouts: number) =>
    `Payouts without a transaction id stay as they are: ${String(payouts)}.`,
  listHint:
    'One payout per line: its id or reference, then a comma, semicolon or tab, then the payment provider’s transaction id. A line of headings may come first. One wrong line stops the whole list; payouts that are not approved stay as they are.',
  wrongLine: (place: number, what: string) => `Payout ${String(place)} of the list: ${what}.`,
  moved: { approve: 'approved', reject: 'rejected', paid: 'marked as paid' },
  leftAsTheyWere: (names: string) => `Left as they were, since they are in another state: ${names}.`,
  leftAsExported: (names: string) =>
    `Left as they were, since somebody else moved or exported them: ${names}.`,
  unknown: (ids: string) => `No payout has this id or reference: ${ids}.`,
  final: 'Paid and rejected payouts stay as they are.',
  export: 'Export CSV',
  exporting: 'Exporting...',
  confirmExport: (payouts: string, of: string) => `Export ${payouts} of ${of} for the payment provider?`,
  exportMarksNothing:
    'Exporting marks nothing as paid: do that once the provider has given each payout a transaction id.',
  exported: (payouts: string) => `A file with ${payouts} was saved. Nothing was marked as paid.`,
  exportAgain: 'Include payouts exported before',
  exportedBefore: (payouts: number) =>
    `Exported before: ${String(payouts)}. A file that is paid twice pays twice.`,
  wasExported: 'Exported',
  noneToExport: (of: string) => `There is no approved payout of ${of} left to export.`,
  unpaidHint:
    'These balances of the last closed month, or of the month chosen above, are due and were carried over.',
  unpaidReasons: {
    'no-payout-email': 'There is no payment email',
    closed: 'The affiliate’s record is closed',
  },
} as const;
