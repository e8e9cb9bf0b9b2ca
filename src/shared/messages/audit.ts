/** Texts of the audit log. */
export const auditMessages = {
  loadingAudit: 'Loading the audit log…',
  noAudit: 'No changes yet',
  noAuditFound: 'No entries found',
  allActions: 'All',
  showEach: 'Show each one',
  onlyRecord: 'All changes to this record',
  service: 'A machine with the service credentials',
  buyer: 'A buyer',
  paypal: 'PayPal’s report',
  operator: 'An operator of the server',
  schedule: 'A scheduled job',
  by: (person: string) => `By ${person}`,
  of: (record: string) => `About ${record}`,
  ofOneChange: 'Part of one change',
  removeFilter: 'Remove this filter',
  details: 'Details',
} as const;

/**
 * Texts for reasons that the server writes itself. Empty if the sentence already names the reason: an import, or a change of many
 * records.
 */
export const serverReasons: Readonly<Record<string, string>> = {
  '': '',
  import: '',
  bulk: '',
  redacted: 'The values were removed, because a person’s data was erased.',
};

/** The kinds of records in the audit log, as a sentence names them. */
export const auditNouns: Readonly<Record<string, string>> = {
  affiliate: 'affiliate',
  customer: 'customer',
  purchase: 'purchase',
  payout: 'payout',
  event: 'PayPal event',
  mail: 'email',
  invitation: 'invitation',
  subscription: 'newsletter subscription',
  letter: 'letter',
  'owner-link': 'link',
  withdrawal: 'withdrawal',
  'sale-claim': 'missing sale',
  account: 'account',
  'user-profile': 'profile',
};

/** The words of a sentence between the person and the record, and after the record. */
interface ActionWords {
  readonly verb: string;
  readonly end?: string;
}

/** The audited actions. `affiliate.update` is also an activation or a deactivation. */
const words = {
  'affiliate.create': { verb: 'created' },
  'affiliate.update': { verb: 'changed' },
  'affiliate.payout': { verb: 'changed the payment settings of' },
  'affiliate.address': { verb: 'changed the account’s address for' },
  'affiliate.restore': { verb: 'restored' },
  'affiliate.owner': { verb: 'became the owner of' },
  'affiliate.application': { verb: 'described their plans in the application of' },
  'affiliate.mails': { verb: 'changed the email settings of' },
  'affiliate.decline': { verb: 'declined the application of' },
  'affiliate.leave': { verb: 'left the program as' },
  'affiliate.close': { verb: 'closed' },
  'account.second-factor': { verb: 'changed the two-step sign-in of' },
  'account.reset-factor': { verb: 'turned off the two-step sign-in of' },
  'affiliate.delete': { verb: 'deleted' },
  'account.delete': { verb: 'deleted' },
  'customer.create': { verb: 'created' },
  'customer.update': { verb: 'changed' },
  'customer.delete': { verb: 'deleted' },
  'purchase.reattribute': { verb: 're-attributed' },
  'purchase.adjust': { verb: 'adjusted the commission of' },
  'purchase.cancel': { verb: 'asked PayPal to cancel the subscription of' },
  'purchase.refund': { verb: 'asked PayPal to refund a payment of' },
  'purchase.release-hold': { verb: 'released a hold on' },
  'purchase.forget': { verb: 'removed the buyer’s address from' },
  'payout.approve': { verb: 'approved' },
  'payout.review': { verb: 'sent', end: 'back to review' },
  'payout.reject': { verb: 'returned', end: 'to the balance' },
  'payout.export': { verb: 'exported' },
  'payout.paid': { verb: 'marked', end: 'as paid' },
  'payout.unclaimed': { verb: 'marked', end: 'as unclaimed' },
  'payout.returned': { verb: 'marked', end: 'as returned' },
  'payout.blocked': { verb: 'marked', end: 'as blocked' },
  'event.retry': { verb: 'retried' },
  'mail.retry': { verb: 'sent', end: 'again' },
  'subscription.forget': { verb: 'erased' },
  'subscription.delete': { verb: 'deleted' },
  'invitation.create': { verb: 'created' },
  'invitation.withdraw': { verb: 'withdrew' },
  'letter.send': { verb: 'sent' },
  'owner-link.create': { verb: 'created' },
  'owner-link.delete': { verb: 'deleted' },
  'letter.pause': { verb: 'paused' },
  'letter.resume': { verb: 'resumed' },
  'sale-claim.settle': { verb: 'settled' },
  'withdrawal.handle': { verb: 'marked', end: 'as handled' },
  'withdrawal.forget': { verb: 'removed the buyer’s name and address from' },
  'user-profile.create': { verb: 'created' },
  'user-profile.update': { verb: 'changed' },
  'user-profile.delete': { verb: 'deleted' },
} as const satisfies Readonly<Record<string, ActionWords>>;

/** An action that the server writes into the audit log. */
export type AuditAction = keyof typeof words;

/** The words of each action. A newer server may have written another one. */
export const auditActions: Readonly<Record<string, ActionWords>> = words;
