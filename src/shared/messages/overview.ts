/** Texts of the admins' overview. A line's text follows its number. */
export const overviewMessages = {
  heading: 'Waiting for you',
  loading: 'Loading what waits...',
  allClear: 'Nothing is waiting for you.',
  allClearDetail: 'No application, payout, hold or PayPal event needs a decision.',
  overdue: (number: number) => `${number === 1 ? 'application is' : 'applications are'} overdue`,
  promised: (days: number) => `reviews are promised within ${String(days)} business days`,
  toReview: (number: number, isMore: boolean) =>
    `${isMore ? 'more ' : ''}${number === 1 ? 'application' : 'applications'} to review`,
  toApprove: (number: number, amount: string) =>
    `${number === 1 ? 'payout' : 'payouts'} to approve, ${amount}`,
  toPay: (number: number, amount: string) => `${number === 1 ? 'payout' : 'payouts'} to pay, ${amount}`,
  onHold: (number: number) => `${number === 1 ? 'purchase' : 'purchases'} on hold`,
  failedEvents: (number: number) => `failed PayPal ${number === 1 ? 'event' : 'events'}`,
  eventStates: (givenUp: number, retrying: number) =>
    [givenUp > 0 && `${String(givenUp)} given up`, retrying > 0 && `${String(retrying)} will be retried`]
      .filter(Boolean)
      .join(', '),
  differences: (number: number) => `${number === 1 ? 'difference' : 'differences'} from PayPal’s records`,
  days: (first: string, last: string) => `${first} to ${last}`,
  reconciled: (first: string, last: string) =>
    `The last reconciliation with PayPal, ${first} to ${last}, found no differences.`,
  neverReconciled: 'No reconciliation with PayPal has run yet. It runs every day.',
  failedHeading: 'Failed PayPal events',
  newestFailed: (listed: number, all: number) => `The newest ${String(listed)} of ${String(all)}.`,
} as const;
