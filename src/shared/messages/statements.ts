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
