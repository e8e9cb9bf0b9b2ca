/** Texts for a person who exports their data, leaves the affiliate program or deletes the account. Amounts are formatted. */
export const leavingMessages = {
  loading: 'Loading your affiliate record…',
  failed: (message: string) => `Failed to load your affiliate record: ${message}`,
  confirmFirst: 'Confirm your email address first, so that nobody else can do this in your name.',

  dataHeading: 'Your data',
  dataIntro:
    'Download everything that we’ve stored about you: your account and profile, your affiliate record with its links, commissions, statements and payouts, your purchases, and which emails we sent you.',
  download: 'Download your data',
  downloading: 'Preparing…',

  leaveHeading: 'Leave the affiliate program',
  leaveIntro:
    'Your code and your links stop earning right away, on new purchases and on renewals. We’ll still pay what you’ve earned, even if it’s below the minimum.',
  leave: 'Leave the program',
  leaving: 'Leaving…',
  leaveQuestion: 'Leave the affiliate program?',
  codesStop: 'Your code and your links stop earning right away.',
  justLeft: 'You’ve left the affiliate program. We’ve sent you an email about what happens next.',
  justClosed:
    'You’ve left the affiliate program, and your affiliate record is closed. We’ve sent you an email.',

  deleteHeading: 'Delete your account',
  deleteIntro:
    'This permanently deletes your account and your profile. You won’t be able to sign in anymore.',
  deleteLeaves: 'You also leave the affiliate program.',
  leaveOnly: 'Leave only the affiliate program',
  stillPaid:
    'We’ll still pay what you’ve earned. Until then, we keep your name, your email address and your payment email in your affiliate record.',
  purchasesStay: 'Your purchases stay: the law requires us to keep payments. You can',
  erasePurchases: 'have your email address erased from your purchases',
  without: 'without an account.',
  newsletterStays: 'To unsubscribe from the newsletter, use the link in any letter.',
  staff: 'Your account has a staff role, so it can’t be deleted here. Ask an admin to revoke the role first.',
  delete: 'Delete your account',
  deleting: 'Deleting…',
  deleteQuestion: 'Delete your account?',
  deleteDetail: 'Your account and your profile are deleted for good.',
  deleteNow: 'Delete for good',

  deleted: 'Your account is deleted',
  deletedText: 'You’re signed out. We’ve sent you one last email about it.',
  toHome: 'Go to the home page',
} as const;
