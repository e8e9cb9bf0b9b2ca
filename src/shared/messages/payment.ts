/** Of how an affiliate is paid. */
export const paymentMessages = {
  loading: 'Loading how you are paid…',
  monthly: 'Commissions are calculated monthly and paid the following month.',
  nextPayout: 'The month closes on that day (UTC), and what is due is paid in the month that starts then.',
  held: 'An amount stays on hold until a dispute is over, or until we have reviewed the purchase. Then it counts, or is taken back.',
  none: 'Nothing is paid out until there is a payment email.',
  hint: 'Where the payment provider sends your payouts. Payouts that are already proposed or approved keep their address.',
  removable: 'Clear the field to remove it.',
  save: 'Save payment email',
  saving: 'Saving...',
  saved: 'Your payment email was saved.',
  removed: 'Your payment email was removed. No further payout is made without one.',
  changes: 'Changes to your payment email',
  statements: 'Your monthly statements',
} as const;
