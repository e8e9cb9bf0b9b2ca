/** Of how an affiliate is paid. */
export const paymentMessages = {
  loading: 'Loading how you are paid…',
  monthly: 'Commissions are calculated monthly and paid the following month.',
  nextPayout: 'The month closes on that day, in UTC; what is due then is paid in the month that begins.',
  held: 'What is on hold waits until a dispute is over, or until we have looked at the purchase. Then it counts, or is taken back.',
  noMinimum: 'No minimum',
  none: 'Nothing is paid out before there is a payment email.',
  hint: 'Where the payment provider sends your payouts. Payouts that are proposed or approved already keep their address.',
  removable: 'Empty it to remove it.',
  save: 'Save payment email',
  saving: 'Saving...',
  saved: 'Your payment email was saved.',
  removed: 'Your payment email was removed. No further payout is made without one.',
  changes: 'Changes of your payment email',
  statements: 'Your monthly statements',
} as const;
