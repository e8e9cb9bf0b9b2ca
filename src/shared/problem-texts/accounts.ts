import { type ScreenRow, textsOf } from './common.ts';

/** Texts that only the screens for sign-in, sign-up and password resets show. */
export const accountRows = {
  'login-failed': { text: 'Failed to sign in. Please check your credentials.' },
  'password-required': { text: 'Password is required' },
  'storage-blocked': {
    text: 'Your browser is blocking this site from storing data, so you can’t stay signed in. Allow site data, then try again.',
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
  'email-link-invalid': { text: 'This link is invalid or has expired, or you’ve already used it.' },
  'verification-failed': { text: 'The email could not be sent. Please try again later.' },
  'reset-failed': { text: 'Failed to reset password.' },
} as const satisfies Record<string, ScreenRow>;

export type AccountCode = keyof typeof accountRows;

export const accountProblemText = /* @__PURE__ */ textsOf(accountRows);
