/** An account screen, which src/pages/[screen].astro renders. Screens with more than an island have a file in src/pages. */
export interface AccountScreen {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** True for a screen that fills the page; others leave room for a column beside the form. */
  readonly wide?: boolean;
  /** True if the address or the content is private: no analytics and no referrer. */
  readonly isPrivate?: boolean;
}

export const accountScreens: readonly AccountScreen[] = [
  { path: '/admin', title: 'Admin', description: 'Your account, and the claims in its token.', wide: true },
  {
    path: '/affiliate-admin',
    title: 'Affiliate Management',
    description: 'The affiliates of the program.',
    wide: true,
  },
  {
    path: '/affiliate-application',
    title: 'Affiliate Application',
    description: 'Your application to the affiliate program.',
    wide: true,
  },
  {
    path: '/affiliate-dashboard',
    title: 'Affiliate Dashboard',
    description: 'Your affiliate code, your links and your referrals.',
    wide: true,
  },
  {
    path: '/affiliate-profile',
    title: 'Affiliate Profile',
    description: 'Look up an affiliate record by email.',
    wide: true,
  },
  {
    path: '/affiliate-statements',
    title: 'Affiliate Statements',
    description: 'Your commissions, month by month.',
    wide: true,
  },
  { path: '/audit-log', title: 'Audit Log', description: 'Every change an admin made.', wide: true },
  {
    path: '/customer-admin',
    title: 'Customer Management',
    description: 'The customers and newsletter readers.',
    wide: true,
  },
  { path: '/payouts', title: 'Payouts', description: 'Payments to affiliates, month by month.', wide: true },
  {
    path: '/purchases-admin',
    title: 'Purchases',
    description: 'Purchases and their commissions.',
    wide: true,
  },
  {
    path: '/reset-password',
    title: 'Reset Password',
    description: 'Check a password reset link.',
    isPrivate: true,
  },
  {
    path: '/set-new-password',
    title: 'Set New Password',
    description: 'Set a new password for your account.',
    isPrivate: true,
  },
  {
    path: '/user-profile-admin',
    title: 'User Profile Admin',
    description: 'Create, edit or delete a user profile.',
    wide: true,
  },
  {
    path: '/user-profile-dashboard',
    title: 'User Profile Dashboard',
    description: 'All user profiles, their number, and a form for a new one.',
    wide: true,
  },
];
