/** Texts about an invitation on the page where its buyer pays. */
export const invitationMessages = {
  eachYear: (price: string, usual: string) =>
    `Your invitation: ${price} now, then ${price} every year, instead of ${usual}.`,
  once: (price: string, usual: string) =>
    `Your invitation: one payment of ${price} for one year, instead of ${usual}.`,
  ended: 'This invitation has been used, or is no longer valid. These are the usual prices.',
  notLoaded: 'Your invitation couldn’t be loaded. Reload the page before you pay.',
} as const;

/** Texts of the admins’ list of invitations. */
export const invitationAdminMessages = {
  heading: 'Invitations',
  about: 'A link for one purchase at a lower price. A subscription renews at that price.',
  invite: 'Create an invitation',
  making: 'Creating the link…',
  made: 'Your link (you won’t see it again)',
  loading: 'Loading the invitations…',
  none: 'No invitations yet',
  price: 'Price in US dollars',
  providerPlan: 'PayPal plan ID',
  providerPlanHint: 'Only for the Annual Subscription: the plan at PayPal that bills this price every year.',
  reason: 'Reason',
  reasonHint: 'The buyer sees it next to the price.',
  days: 'Days until it expires',
  states: { open: 'Open until', used: 'Used on', expired: 'Expired on', withdrawn: 'Withdrawn on' },
  withdraw: 'Withdraw',
  withdrawn: 'The invitation was withdrawn.',
  confirmWithdraw: 'Withdraw this invitation?',
  withdrawHint:
    'Its link stops working. A payment that’s already been started can still go through for a week.',
} as const;
