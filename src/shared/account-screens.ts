import { addressLinkPath } from './address-changes.ts';

/** An account screen that src/pages/[screen].astro renders. Screens with more than an island have a file in src/pages. */
export interface AccountScreen {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** True for a screen that fills the page. Any other screen leaves room for a column next to its form. */
  readonly wide?: boolean;
  /** True if the address or the content is private: no analytics and no referrer. */
  readonly isPrivate?: boolean;
}

type Row = readonly [path: string, title: string, description: string];

const wideScreens: readonly Row[] = [
  ['/account', 'Your account', 'Your password, your address and where you are signed in.'],
  ['/admin', 'Admin', 'Your account, and the claims in its token.'],
  ['/affiliate-admin', 'Affiliate Management', 'The affiliates of the program.'],
  ['/affiliate-application', 'Affiliate Application', 'Your application to the affiliate program.'],
  ['/affiliate-commissions', 'Affiliate Commissions', 'Every commission, by month and kind.'],
  ['/affiliate-dashboard', 'Affiliate Dashboard', 'Your earnings, your affiliate code and your links.'],
  ['/affiliate-links', 'Affiliate Links', 'A link for each place, and what it brought.'],
  ['/affiliate-payment', 'Payment and emails', 'Your payment email, and which emails you get.'],
  ['/affiliate-profile', 'Affiliate Profile', 'Look up an affiliate record by email.'],
  ['/affiliate-statements', 'Affiliate Statements', 'Your commissions, month by month.'],
  ['/audit-log', 'Audit Log', 'Every change an admin made.'],
  ['/customer-admin', 'Customer Management', 'The customers and their personal data.'],
  ['/figures-admin', 'Figures', 'Views, purchases and clicks, counted as totals.'],
  ['/newsletter-admin', 'Newsletter', 'Its readers and its letters.'],
  ['/payouts', 'Payouts', 'Payments to affiliates, month by month.'],
  ['/purchases-admin', 'Purchases', 'Purchases and their commissions.'],
  ['/user-profile-admin', 'User Profile Admin', 'Create, edit or delete a user profile.'],
  ['/user-profile-dashboard', 'User Profile Dashboard', 'All user profiles, and a form for a new one.'],
];

const privateForms: readonly Row[] = [
  [addressLinkPath, 'Email Address', 'Confirm or undo a change of your account’s address.'],
  ['/reset-password', 'Reset Password', 'Check a password reset link.'],
  ['/set-new-password', 'Set New Password', 'Set a new password for your account.'],
];

export const accountScreens: readonly AccountScreen[] = [
  ...wideScreens.map(([path, title, description]) => ({ path, title, description, wide: true })),
  ...privateForms.map(([path, title, description]) => ({ path, title, description, isPrivate: true })),
];
