import type { EntryKind } from '../explain-entry.ts';
import type { OptionalMailKind } from '../mail-kinds.ts';
import { site } from '../site.ts';

/** Texts of the affiliate’s own screens. */
export const affiliateMessages = {
  submitted: 'Your affiliate application was submitted.',
  comingSoon: 'Coming Soon',
  copied: 'Copied to clipboard!',
  loading: 'Loading your affiliate record…',
  lookUp: 'Look up',
  lookingUp: 'Looking up...',
  found: 'Found.',
  myProfile: 'My profile',
  ownAccount: 'Your account',
} as const;

/** Texts about an affiliate’s activation, for the affiliate and for admins. */
export const activationMessages = {
  activeSince: 'Active since',
  activated: 'Activated',
  notActivated: 'Not Activated',
  leftOn: 'Left the program on',
} as const;

/** Texts about an application and the way to the first payout, for the applicant and for admins. */
export const applicationMessages = {
  promotion: `How will you tell people about ${site.product}?`,
  promotionHint:
    'A sentence or two is enough: your site, your newsletter, your customers. You can change it until we’ve reviewed your application.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved. We’ll read it with your application.',
  removed: 'Your text was removed.',
  declined: 'Thank you for applying. We can’t accept your application at the moment.',
  declinedReason: (reason: string) => `Our reason: ${reason}`,
  lookAgain: 'If something changes, we’re happy to look at it again. Write to',
  reviewedBy: (day: string) =>
    `You’ll have our answer by ${day}. If it’s a yes, your dashboard says “${activationMessages.activeSince}” and shows your code and your links.`,
  late: `Our review is taking longer than that. You don’t have to do anything; if you’d like to ask, write to ${site.email}.`,
  active: 'You’re approved: your code and your link work.',
  confirm: 'Open the link in the email that we sent you. Your dashboard can send it again.',
  paymentLater: 'Once your address is confirmed, set your payment email under Payment and emails.',
  holdBack: 'Post them once you’re approved; before that, purchases through your link don’t count.',
  notYet: 'Will work once approved. Until then, purchases through your link don’t count.',
  deactivated: `Your code isn’t active at the moment, so new purchases through your link don’t count. What you’ve earned stays yours. Questions? Write to ${site.email}.`,
} as const;

/** Texts of the earnings on the dashboard. Amounts are formatted, months are names. */
export const earningsMessages = {
  payout: {
    proposed: (amount: string, month: string) => `Payout under review: ${amount} for ${month}`,
    approved: (amount: string, month: string) => `Payout approved: ${amount} for ${month}`,
  },
  payoutDue: {
    proposed: (month: string) => `We’re reviewing it and will pay it in ${month}, by PayPal`,
    approved: (month: string) => `We’ll pay it in ${month}, by PayPal`,
  },
  payoutLate: (month: string) =>
    `It was due in ${month} and is taking longer than usual. Questions? Write to ${site.email}.`,
  allTime: 'Since you joined',
  earned: 'Earned',
  paid: 'Paid',
  inPayouts: 'In open payouts',
  waiting: 'Not in a payout yet',
  plusHeld: (amount: string) => `Plus ${amount} on hold`,
  belowMinimum: (missing: string, minimum: string) =>
    `Your balance needs ${missing} more to reach the minimum payout of ${minimum}. Until then, it’s carried forward.`,
  belowZero:
    'Your balance is below zero, because payments were refunded after a payout. New commissions make up for it first.',
  allEntries: 'See all commissions',
} as const;

/** Texts about an affiliate’s links: their clicks, purchases and earnings. */
export const linkMessages = {
  loading: 'Loading your links…',
  intro:
    'Create a link for each place where you tell people about us, and see which one works best. These are the figures for the last twelve months.',
  counting:
    'Clicks are counted per link and day (UTC). We store nothing about the people who click. A click in a browser that blocks scripts isn’t counted. Conversion is the share of clicks that led to a purchase; a buyer who types your code adds a purchase without a click.',
  table: 'Your links',
  link: 'Link',
  code: 'Code',
  clicks: 'Clicks',
  purchases: 'Purchases',
  conversion: 'Conversion',
  earned: 'Earned',
  month: 'Month',
  actions: 'Actions',
  ownCode: 'Your code',
  deleted: (label: string) => `${label} (deleted)`,
  copyBuy: 'Copy Buy Link',
  copyHome: 'Copy home page link',
  rename: 'Rename',
  delete: 'Delete',
  confirmDelete: (label: string) => `Delete the link “${label}”?`,
  deleteDetail:
    'It disappears from this list. Its figures stay, and links that you’ve already posted still count.',
  deletedNotice: (label: string) => `“${label}” was deleted. Links that you’ve already posted still count.`,
  notYet: 'You can create links here once you’re approved.',
  new: 'New link',
  newHeading: 'Create a link',
  newLabel: 'Name for the new link',
  labelHint: 'Only you see it. For example, “Newsletter” or “Video”. We’ll generate the link’s code.',
  renameHeading: 'Rename the link',
  renameLabel: (label: string) => `New name for “${label}”`,
  make: 'Create link',
  making: 'Creating…',
  made: (label: string) => `“${label}” is ready. Press “Copy Buy Link” in its row to copy it.`,
  save: 'Save name',
  saving: 'Saving…',
  renamed: (label: string) => `Renamed to “${label}”.`,
  cancel: 'Cancel',
  showQr: 'Show QR code',
  qr: 'QR code',
  qrHeading: 'QR code to print or show',
  qrName: (link: string) => `the buy page with “${link}”`,
  qrCaption: (link: string) => `Leads to the buy page, and counts toward “${link}”.`,
  chart: 'The last twelve months',
  shown: 'Chart shows',
  figures: { clicks: 'Clicks', purchases: 'Purchases', earned_cents: 'Earned' },
  allLinks: 'All links',
  download: 'Download CSV',
  downloading: 'Downloading…',
} as const;

/** Texts of the list of all commissions. */
export const entryMessages = {
  loading: 'Loading your commissions…',
  none: 'No commissions yet. They appear here as soon as somebody buys through your link.',
  noMatch: 'No commissions match this filter.',
  all: 'All',
  download: 'Download CSV',
  downloading: 'Downloading…',
} as const;

/** Texts of the sales that an affiliate misses. */
export const missingSaleMessages = {
  heading: 'Is a sale missing?',
  intro:
    'If you know of a sale that isn’t on your list, tell us its order number and date. We’ll look into it and email you the outcome.',
  order: 'Order number',
  orderHint: 'Your buyer can find it on the receipt.',
  day: 'Date of the sale',
  report: 'Report missing sale',
  reporting: 'Sending…',
  reported: 'We have your report. We’ll look into it and email you the outcome.',
  list: 'Reported sales',
  none: 'You haven’t reported any.',
  states: { open: 'Open', credited: 'Credited', 'not-credited': 'Not credited' },
} as const;

/** The kinds of ledger entries, in plain words. */
export const entryKindNames: Readonly<Record<EntryKind, string>> = {
  commission: 'Commission',
  refund: 'Refund',
  reversal: 'Reversed payment',
  reattribution: 'Moved purchase',
  adjustment: 'Correction',
};

/** Texts about an affiliate’s payments. */
export const paymentMessages = {
  loading: 'Loading your payment settings…',
  heading: 'Where we pay you',
  settings: 'Change your payment email',
  monthly: 'Commissions are calculated monthly and paid the following month.',
  held: 'On hold until a dispute is resolved or we’ve reviewed the purchase.',
  none: 'Add a payment email so that we can pay you.',
  add: 'Add payment email',
  unconfirmed: 'You can set your payment email once your email address is confirmed.',
  hint: 'PayPal sends your payouts to this address. Payouts already under review still go to the old address.',
  removable: 'To remove your payment email, clear the field.',
  save: 'Save payment email',
  saving: 'Saving…',
  saved: 'Your payment email was saved.',
  removed: 'Your payment email was removed. Add one so that we can pay you.',
  changes: 'Changes to your payment email',
} as const;

/** Texts of the choice of emails. */
export const emailMessages = {
  heading: 'Emails',
  always:
    'We always write to you about your application, your payment email, a payout that failed and a sale that you reported. The rest is up to you.',
  question: 'Send me these emails',
  kinds: {
    'first-sale': 'Your first sale',
    'statement-ready': 'A statement is ready',
    'payout-paid': 'A payout has been paid',
    'affiliate-letter': 'News about the affiliate program: changed terms, new posts and pictures',
  } satisfies Readonly<Record<OptionalMailKind, string>>,
  save: 'Save choice',
  saving: 'Saving…',
  saved: 'Your choice was saved.',
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
  downloading: 'Downloading…',
  print: 'Print',
  questions: 'Questions about this statement? Write to',
  returned: (month: string) =>
    `The payout for ${month} wasn’t paid. Its amount was returned to your balance.`,
  states: {
    proposed: 'Payout under review',
    approved: 'Payout approved',
    paid: (date: string) => `Paid ${date}`,
    results: {
      unclaimed: (until: string) => `Unclaimed: you have until ${until} to accept it in PayPal`,
      returned: () => 'Returned: PayPal gave the money back; the amount goes back to your balance',
      blocked: () => 'Blocked: PayPal didn’t send the money; the amount goes back to your balance',
    },
    rejected: 'Payout not paid; the next statement returns its amount to your balance',
    nothing: 'Nothing due',
    carried: {
      negative: 'Carried forward: the balance is below zero',
      'below-minimum': 'Carried forward: below the minimum payout',
      'no-payout-email': 'Carried forward: there is no payment email',
      closed: 'Carried forward: the affiliate’s record is closed',
    },
  },
} as const;
