/**
 * The kinds of mail that the site sends, and the step that removes the address of a sent mail: deleting the affiliate, or only
 * forgetting the person. The last mail of a former affiliate, `program-closed`, keeps its address until it is sent. The outbox stores
 * these names, so never rename a kind.
 */
const forgottenWith = {
  'application-received': 'affiliate',
  'application-approved': 'affiliate',
  'application-declined': 'affiliate',
  'payment-email-changed': 'affiliate',
  'first-sale': 'affiliate',
  'statement-ready': 'affiliate',
  'payout-paid': 'affiliate',
  'payout-rejected': 'affiliate',
  'sale-settled': 'affiliate',
  'affiliate-letter': 'affiliate',
  'program-left': 'affiliate',
  'program-closed': 'person',
  'account-deleted': 'person',
  receipt: 'person',
  refund: 'person',
  'subscription-cancelled': 'person',
  'bought-twice': 'person',
  'renewal-notice': 'person',
  'renewal-failed': 'person',
  'year-ending': 'person',
  'purchases-link': 'person',
  'password-changed': 'person',
  'second-factor-changed': 'person',
  'address-confirmation': 'person',
  'address-change-requested': 'person',
  'address-changed': 'person',
  'address-restored': 'person',
  'withdrawal-received': 'person',
  'newsletter-confirmation': 'person',
  letter: 'person',
  'letter-test': 'person',
} as const satisfies Readonly<Record<string, 'affiliate' | 'person'>>;

export type MailKind = keyof typeof forgottenWith;

export const mailKinds = Object.keys(forgottenWith) as MailKind[];

/**
 * The mails about renewals and about the end of a year. Their subject id is the id of the purchase, a space, and the day or time of
 * the fact.
 */
export const noticeKinds = ['renewal-notice', 'renewal-failed', 'year-ending'] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export function isNotice(kind: MailKind): boolean {
  return noticeKinds.some((notice) => notice === kind);
}

/** The mails about an affiliate's account. Their addresses go with the affiliate. */
export const affiliateMailKinds = mailKinds.filter((kind) => forgottenWith[kind] === 'affiliate');

/** The mails that an affiliate can switch off, in the order of the dashboard. */
export const optionalMailKinds = [
  'first-sale',
  'statement-ready',
  'payout-paid',
  'affiliate-letter',
] as const;

export type OptionalMailKind = (typeof optionalMailKinds)[number];

/** True for the name of a kind of mail. */
export function isMailKind(name: string): name is MailKind {
  return mailKinds.some((kind) => kind === name);
}
