import { payoutOverdueDay } from '../dates.ts';
import type { MailKind } from '../mail-kinds.ts';
import { count, pluralize } from '../text.ts';

/** Texts of the admins' overview. A line's text follows its number. */
export const overviewMessages = {
  heading: 'Waiting for you',
  loading: 'Loading...',
  allClear: 'Nothing is waiting for you.',
  allClearDetail: 'No buyer’s request, application, payout, hold, PayPal event or email needs a decision.',
  withdrawalsOverdue: (number: number) =>
    `${pluralize(number, 'buyer’s request is', 'buyers’ requests are')} overdue`,
  withdrawalsDue: (days: number) => `refunds are due within ${count(days, 'day')}`,
  withdrawals: (number: number, isMore: boolean) =>
    `${isMore ? 'more ' : ''}${pluralize(number, 'buyer’s request', 'buyers’ requests')} to handle`,
  withdrawalsUnknown: (number: number) =>
    `${pluralize(number, 'buyer’s request', 'buyers’ requests')} without a known order`,
  overdue: (number: number) => `${pluralize(number, 'application is', 'applications are')} overdue`,
  promised: (days: number) => `reviews are promised within ${count(days, 'business day')}`,
  toReview: (number: number, isMore: boolean) =>
    `${isMore ? 'more ' : ''}${pluralize(number, 'application')} to review`,
  toApprove: (number: number, amount: string) => `${pluralize(number, 'payout')} to approve, ${amount}`,
  toPay: (number: number, amount: string) => `${pluralize(number, 'payout')} to pay, ${amount}`,
  payoutsOverdue: (number: number) =>
    `${String(number)} ${pluralize(number, 'has', 'have')} been overdue since the ${String(payoutOverdueDay)}th; payouts are promised for the following month`,
  payoutsReturned: (number: number, amount: string) =>
    `${pluralize(number, 'payout')} returned by PayPal, ${amount}`,
  payoutsBlocked: (number: number, amount: string) =>
    `${pluralize(number, 'payout')} blocked by PayPal, ${amount}`,
  missingSales: (number: number) => `missing ${pluralize(number, 'sale')} to check`,
  onHold: (number: number) => `${pluralize(number, 'purchase')} on hold`,
  boughtTwice: (number: number) => `${pluralize(number, 'repeat purchase')} of a plan within a day`,
  boughtTwiceDetail: 'ask the buyer, and refund one if it was a mistake',
  failedEvents: (number: number) => `failed PayPal ${pluralize(number, 'event')}`,
  eventStates: (givenUp: number, retrying: number) =>
    [givenUp > 0 && `${String(givenUp)} given up`, retrying > 0 && `${String(retrying)} will be retried`]
      .filter(Boolean)
      .join(', '),
  differences: (number: number) => `${pluralize(number, 'difference')} from PayPal’s records`,
  reconciled: (days: string) => `The last reconciliation with PayPal, ${days}, found no differences.`,
  neverReconciled: 'No reconciliation with PayPal has run yet. It runs every day.',
  neededHosts: (number: number) => `PayPal or Firebase ${pluralize(number, 'host')} blocked by our own pages`,
  neededHostsDetail: 'payments or sign-ins may fail',
  actionsRefused: (number: number) =>
    `${pluralize(number, 'refund or cancellation', 'refunds or cancellations')} refused by PayPal`,
  actionsLate: (number: number) =>
    `${pluralize(number, 'refund or cancellation has', 'refunds or cancellations have')} waited longer than an hour`,
  actionsLateDetail: 'PayPal may be down; we keep trying',
  mailsGivenUp: (number: number) => `${pluralize(number, 'email')} couldn’t be sent`,
  mailsLate: (number: number) =>
    `${pluralize(number, 'email has', 'emails have')} waited longer than 15 minutes`,
  mailsLateDetail: 'the mail server may be down, or email isn’t set up',
  mailsHeading: 'Unsent emails',
  lateMails: (number: number) =>
    `${count(number, 'email has', 'emails have')} waited longer than 15 minutes. We’ll send ${pluralize(number, 'it', 'them')} as soon as the mail server works again.`,
  mailsIntro: 'These emails from the last 30 days couldn’t be sent. Fix the cause first, then try again.',
  retryMails: 'Try again',
  retryingMails: 'Trying again…',
  mailsRetried: (mails: string) => `${mails} will be sent again.`,
  noMailRetried:
    'None of these emails can be sent again: their recipients’ data was erased, or they unsubscribed.',
  noError: 'No error was recorded.',
  failedHeading: 'Failed PayPal events',
  newestFailed: (listed: number, all: number) => `The newest ${String(listed)} of ${String(all)}.`,
} as const;

/** Texts about requests of buyers: withdrawals, cancellations, and money back. */
export const withdrawalAdminMessages = {
  heading: 'Buyers’ requests',
  intro:
    'Withdrawals, cancellations, and refund requests. One click refunds and cancels at PayPal, and marks the request as handled. If that isn’t possible, the list says why: open the purchase and do it there, or write to the buyer, then mark the request as handled.',
  loading: 'Loading buyers’ requests…',
  listed: (listed: number, all: string) => `The first ${String(listed)} of ${all}.`,
  filter: 'Show',
  filters: {
    open: 'All open',
    known: 'Open, known order',
    unknown: 'Open, unknown order',
    handled: 'Handled',
  },
  none: 'No requests.',
  selectAll: 'Select all',
  select: (reference: string) => `Select ${reference}`,
  selected: 'Selected requests',
  selectedCount: (number: number) => `${String(number)} selected`,
  handleSelected: (number: number) => `Mark ${String(number)} as handled`,
  handledCount: (requests: string) => `${requests} marked as handled.`,
  handledOn: (day: string, note: string) => `Handled on ${day}: ${note}`,
  forgotten: 'Erased',
  overdue: (day: string) => `${day}, overdue`,
  handle: 'Mark as handled',
  handling: 'Saving…',
  note: 'What you did',
  handled: 'The request is marked as handled.',
  settled: (reference: string, result: string) => `${reference}: ${result}`,
  changed: (reference: string) => `${reference} has changed, so nothing was done. Look at it again.`,
} as const;

/** Texts of the sales that affiliates miss. */
export const saleClaimMessages = {
  heading: 'Missing sales',
  intro:
    'Affiliates told us about these sales. They’re told whether a sale was credited, but never why or who the buyer was.',
  loading: 'Loading missing sales…',
  noPurchase: 'No purchase has this order number.',
  owner: (affiliate: string) => `Belongs to ${affiliate}.`,
  otherDay: 'The purchase was on a different day.',
  credit: 'Credit…',
  creditNow: 'Credit',
  creditQuestion: (amount: string, affiliate: string) => `Credit the purchase of ${amount} to ${affiliate}?`,
  terms: 'They get its commission under the program’s terms.',
  taken: (owner: string) => `${owner} loses the purchase and its commission.`,
  reason: 'Missing sale',
  refuse: 'Don’t credit…',
  refuseQuestion: (affiliate: string) => ({
    text: `Tell ${affiliate} that this sale won’t be credited?`,
    action: 'Don’t credit',
  }),
  settled: {
    credited: (affiliate: string) => `The sale is credited to ${affiliate}.`,
    'not-credited': (affiliate: string) => `The sale isn’t credited to ${affiliate}.`,
  },
} as const;

/** Texts of the refunds and cancellations that PayPal refused or has not answered. */
export const paypalActionMessages = {
  heading: 'Refunds and cancellations',
  intro:
    'PayPal refused these, or hasn’t answered for more than an hour. We keep asking until it answers. If it refused something, do it yourself in PayPal’s own dashboard.',
  kinds: { refund: 'Refund', cancel: 'Cancellation' },
  refused: 'Refused',
  waiting: 'Waiting since',
} as const;

/** Texts about violations of our pages' policies. */
export const violationMessages = {
  heading: 'Blocked on our pages',
  intro:
    'The security policy of /buy and of the account pages blocked these in the last seven days. Most come from add-ons in visitors’ browsers or from PayPal’s own buttons, and need nothing from you.',
  needed: (service: string, host: string, directive: string) =>
    `${directive} blocks ${host}, which ${service} needs. Ask a developer to allow it in the policy of our pages.`,
  words: {
    self: 'a file of this site',
    inline: 'inline script or style',
    eval: 'text run as script',
    data: 'data: address',
    blob: 'blob: address',
  } as Readonly<Record<string, string>>,
} as const;

/** The kinds of mails, as the overview names them. */
export const mailKindNames: Readonly<Record<string, string>> = {
  'application-received': 'Application received',
  'application-approved': 'Application approved',
  'application-declined': 'Application declined',
  'payment-email-changed': 'Payment email changed',
  'first-sale': 'First sale',
  'statement-ready': 'Statement ready',
  'payout-paid': 'Payout paid',
  'payout-rejected': 'Payout returned to balance',
  'sale-settled': 'Missing sale settled',
  'program-left': 'Leaving the program',
  'program-closed': 'Affiliate record closed',
  'account-deleted': 'Account deleted',
  receipt: 'Receipt',
  refund: 'Refund',
  'subscription-cancelled': 'Subscription cancelled',
  'bought-twice': 'Bought twice',
  'renewal-notice': 'Renewal ahead',
  'renewal-failed': 'Renewal failed',
  'year-ending': 'Year ends soon',
  'password-changed': 'Password changed',
  'second-factor-changed': 'Two-step sign-in changed',
  'address-confirmation': 'Confirmation of a new address',
  'address-change-requested': 'Notice of a new address',
  'address-changed': 'Address changed',
  'address-restored': 'Address restored',
  'purchases-link': 'Link to purchases',
  'withdrawal-received': 'Buyer’s request received',
  'newsletter-confirmation': 'Newsletter confirmation',
  letter: 'Letter',
  'affiliate-letter': 'Letter to affiliates',
  'letter-test': 'Test letter',
} satisfies Record<MailKind, string>;
