import { type ScreenRow, textsOf } from './row.ts';

/** What sign-in, sign-up and resets alone say. */
export const accountRows = {
  'login-failed': { text: 'Failed to sign in. Please check your credentials.' },
  'password-required': { text: 'Password is required' },
  'storage-blocked': {
    text: 'Your browser is blocking this site from storing data, so you cannot stay signed in. Allow site data, then try again.',
  },
  'account-exists': { text: 'An account with this email already exists.' },
  'password-weak': { text: 'Please choose a longer password.' },
  'signup-failed': { text: (message: string) => `Failed to create an account. ${message}`.trim() },
  'passwords-differ': { text: 'Passwords do not match' },
  'password-too-short': { text: 'Password must be at least 6 characters' },
  'reset-request-failed': { text: 'An error occurred. Please try again later.' },
  'reset-link-without-token': { text: 'Invalid reset link. No token provided.' },
  'reset-failed-retry': { text: 'An error occurred while resetting your password. Please try again.' },
  'new-passwords-differ': { text: 'Passwords do not match.' },
  'reset-token-missing': { text: 'No reset token provided.' },
  'reset-token-invalid': { text: 'Invalid or expired reset token.' },
  'reset-token-check-failed': { text: 'An error occurred while validating your reset token.' },
  'address-link-invalid': { text: 'This link is invalid or expired, or it was used already.' },
  'verification-failed': { text: 'The mail could not be sent. Please try again later.' },
  'reset-failed': { text: 'Failed to reset password.' },
} as const satisfies Record<string, ScreenRow>;

/** The codes that those screens have texts for besides those of every screen. */
export type AccountCode = keyof typeof accountRows;

/** The text of such a row; `detail` fills one that takes it. */
export const accountProblemText = /* @__PURE__ */ textsOf(accountRows);
