/** Texts of the screens for sign-in, sign-up and passwords. */
export const accountMessages = {
  passwordHint: 'Use at least 6 characters; longer is better. Common and stolen passwords aren’t accepted.',
  show: 'Show',
  hide: 'Hide',
  signIn: 'Sign In',
  signingIn: 'Signing In...',
  signUp: 'Create Account',
  signingUp: 'Creating account…',
  requestReset: 'Send reset link',
  requestingReset: 'Sending…',
  resetRequested: 'Check your email for password reset instructions.',
  requestNewReset: 'Request New Reset Link',
  backToLogin: 'Back to Login',
  toLogin: 'Sign in',
  toReset: 'Reset password',
  validatingReset: 'Checking your reset link…',
  addressLinks: {
    verifyEmail: {
      intro: 'Press the button to confirm your email address.',
      button: 'Confirm email address',
      done: 'Your email address is confirmed.',
    },
    verifyAndChangeEmail: {
      intro: 'Press the button to change your account’s email address to this one.',
      button: 'Change email address',
      done: 'Your email address has been changed. Please sign in with it.',
    },
    recoverEmail: {
      intro: 'Your account’s email address was changed. Press the button to change it back to this one.',
      button: 'Restore email address',
      done: 'Your account uses this email address again. If you didn’t make the change yourself, set a new password now.',
    },
  },
  applyingAddressLink: 'One moment…',
  toDashboard: 'Go to your dashboard',
  unconfirmed:
    'Your email address isn’t confirmed yet. Open the link in the email that we sent you. Then you can set your payment email.',
  sendVerification: 'Send the email again',
  sendingVerification: 'Sending…',
  verificationSent: 'Sent. Please check your inbox and your spam folder.',
  setPassword: 'Set new password',
  settingPassword: 'Saving…',
  passwordUpdated: 'Password updated successfully! You can now log in with your new password.',
  refreshClaims: 'Refresh Claims',
  refreshingClaims: 'Refreshing…',
  claimsRefreshed: 'Claims refreshed.',
  noClaims: 'No custom claims found',
  ownAccount: 'Your account',
} as const;

/** Texts of the dialog that asks for the password before an action that moves money. */
export const passwordPromptMessages = {
  question: 'Enter your password to continue',
  reason:
    'We ask for it before anything that moves money or changes your account, if you signed in more than ten minutes ago.',
  wrong: 'That’s not your password.',
  continue: 'Continue',
  checking: 'Checking…',
  cancel: 'Cancel',
} as const;
