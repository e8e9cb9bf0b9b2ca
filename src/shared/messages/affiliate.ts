import { site } from '../site.ts';

/** Texts of the affiliate’s own screens. */
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

/** Texts about an application, for the applicant and for admins. */
export const applicationMessages = {
  promotion: `How will you tell people about ${site.product}?`,
  promotionHint:
    'A sentence or two is enough: your site, your newsletter, your customers. You can change it until we’ve reviewed your application.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Saved. We’ll read it with your application.',
  removed: 'Your text was removed.',
  declined: 'Thank you for applying. We can’t accept your application at the moment.',
  declinedReason: (reason: string) => `Our reason: ${reason}`,
  lookAgain: 'If something changes, we’re happy to look at it again. Write to',
} as const;

/** Texts about an affiliate’s activation, for the affiliate and for admins. */
export const activationMessages = {
  activeSince: 'Active since',
  activated: 'Activated',
  notActivated: 'Not Activated',
} as const;

/** Texts about an affiliate’s payments. */
export const paymentMessages = {
  loading: 'Loading your payment settings…',
  monthly: 'Commissions are calculated monthly and paid the following month.',
  nextPayout: (closingMonth: string, payoutMonth: string) =>
    `${closingMonth} closes on ${payoutMonth} 1 (UTC); what is due is paid in ${payoutMonth}.`,
  held: 'An amount stays on hold until a dispute is resolved or until we’ve reviewed the purchase. Then it’s added to your balance or taken back.',
  none: 'Add a payment email so that we can pay you.',
  hint: 'PayPal sends your payouts to this address. Payouts that are already proposed or approved keep their address.',
  removable: 'Clear the field to remove it.',
  save: 'Save payment email',
  saving: 'Saving...',
  saved: 'Your payment email was saved.',
  removed: 'Your payment email was removed. Add one so that we can pay you.',
  changes: 'Changes to your payment email',
  statements: 'Your monthly statements',
} as const;

/** Texts of the monthly statements. */
export const statementMessages = {
  loading: 'Loading your statements…',
  loadingOne: 'Loading the statement…',
  none: 'No statements yet. Each month closes on the 1st of the following month.',
  noEntries: 'No commissions this month.',
  open: 'Open',
  close: 'Close',
  download: 'Download CSV',
  downloading: 'Downloading...',
  print: 'Print',
  returned: (month: string) =>
    `The payout for ${month} was rejected. Its amount was returned to your balance.`,
  states: {
    proposed: 'Payout under review',
    approved: 'Payout approved',
    paid: (date: string) => `Paid ${date}`,
    rejected: 'Payout rejected; the next statement returns its amount to your balance',
    nothing: 'Nothing due',
    carried: {
      negative: 'Carried forward: the balance is below zero',
      'below-minimum': 'Carried forward: below the minimum payout',
      'no-payout-email': 'Carried forward: there is no payment email',
      closed: 'Carried forward: the affiliate’s record is closed',
    },
  },
} as const;
