/** Of the affiliate’s own screens. */
export const affiliateMessages = {
  submitted: 'Your affiliate application was submitted.',
  comingSoon: 'Coming Soon',
  downloadReferrals: 'Download all as CSV',
  downloadingReferrals: 'Downloading...',
  copied: 'Copied to clipboard!',
  loading: 'Loading your affiliate record…',
  loadingReferrals: 'Loading your referrals…',
  lookUp: 'Look Up',
  lookingUp: 'Looking up...',
  found: 'Found.',
  myProfile: 'My profile',
  changePassword: 'Change password',
} as const;

/** Of an affiliate’s activation, as the affiliate and admins read it. */
export const activationMessages = {
  activeSince: 'Active since',
  activated: 'Activated',
  notActivated: 'Not Activated',
} as const;

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

/** Of monthly statements. */
export const statementMessages = {
  loading: 'Loading your statements…',
  loadingOne: 'Loading the statement…',
  none: 'No statements yet. Each month closes on the 1st of the next.',
  noEntries: 'No entries in this month.',
  open: 'Open',
  close: 'Close',
  download: 'Download CSV',
  downloading: 'Downloading...',
  print: 'Print',
  returned: (month: string) => `The payout for ${month} was rejected, and its amount came back.`,
  states: {
    proposed: 'Payout under review',
    approved: 'Payout approved',
    paid: (date: string) => `Paid ${date}`,
    rejected: 'Payout rejected; its amount comes back with the statement of the month of the rejection',
    nothing: 'Nothing due',
    carried: {
      negative: 'Carried over: the balance is below zero',
      'below-minimum': 'Carried over: below the minimum payout',
      'no-payout-email': 'Carried over: there is no payment email',
      closed: 'Carried over: the affiliate’s record is closed',
    },
  },
} as const;
