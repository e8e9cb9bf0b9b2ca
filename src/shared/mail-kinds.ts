/** The kinds of mail that the site sends. The outbox stores these names, so never rename a kind. */
export const mailKinds = [
  'application-received',
  'application-approved',
  'application-declined',
  'payment-email-changed',
  'first-sale',
  'statement-ready',
  'payout-paid',
  'payout-rejected',
  'program-left',
  'program-closed',
  'account-deleted',
  'receipt',
  'refund',
  'subscription-cancelled',
  'bought-twice',
  'purchases-link',
  'password-changed',
  'second-factor-changed',
  'address-confirmation',
  'address-change-requested',
  'address-changed',
  'address-restored',
  'withdrawal-received',
  'newsletter-confirmation',
  'letter',
  'letter-test',
] as const;

export type MailKind = (typeof mailKinds)[number];

/**
 * The mails about an affiliate's account. Deleting the affiliate removes the addresses from these mails. The last mail of a former
 * affiliate, `program-closed`, keeps its address until it is sent.
 */
export const affiliateMailKinds = [
  'application-received',
  'application-approved',
  'application-declined',
  'payment-email-changed',
  'first-sale',
  'statement-ready',
  'payout-paid',
  'payout-rejected',
  'program-left',
] as const satisfies readonly MailKind[];

/** The mails that an affiliate can switch off, in the order of the dashboard. */
export const optionalMailKinds = ['first-sale', 'statement-ready', 'payout-paid'] as const;

export type OptionalMailKind = (typeof optionalMailKinds)[number];

/** True for the name of a kind of mail. */
export function isMailKind(name: string): name is MailKind {
  return mailKinds.some((kind) => kind === name);
}
