/** Of signing in and up, and of passwords. */
export const accountMessages = {
  passwordHint: 'At least 6 characters. Common passwords are refused.',
  show: 'Show',
  hide: 'Hide',
  signIn: 'Sign In',
  signingIn: 'Signing In...',
  signUp: 'Create Account',
  signingUp: 'Creating Account...',
  requestReset: 'Send Reset Link',
  requestingReset: 'Sending...',
  resetRequested: 'Check your email for password reset instructions.',
  requestNewReset: 'Request New Reset Link',
  backToLogin: 'Back to Login',
  validatingReset: 'Checking your reset link…',
  addressLinks: {
    verifyEmail: {
      intro: 'Press the button to confirm that this email address is yours.',
      button: 'Confirm Email Address',
      done: 'Your email address is confirmed.',
    },
    verifyAndChangeEmail: {
      intro: 'Press the button to use this email address for your account from now on.',
      button: 'Change Email Address',
      done: 'Your email address was changed. Please sign in with it.',
    },
    recoverEmail: {
      intro:
        'The email address of your account was changed. Press the button to undo that and use this address again.',
      button: 'Restore Email Address',
      done: 'Your account uses this email address again. If you did not change it yourself, set a new password now.',
    },
  },
  applyingAddressLink: 'One moment…',
  toDashboard: 'Go to your dashboard',
  unconfirmed:
    'Your email address is not confirmed yet. Open the link in the mail that we sent you; then you can set your payment email.',
  sendVerification: 'Send the mail again',
  sendingVerification: 'Sending...',
  verificationSent: 'Sent. Please check your inbox, and your spam folder.',
  setPassword: 'Set New Password',
  settingPassword: 'Saving...',
  passwordUpdated: 'Password updated successfully! You can now log in with your new password.',
  refreshClaims: 'Refresh Claims',
  refreshingClaims: 'Refreshing...',
  claimsRefreshed: 'Claims refreshed.',
  noClaims: 'No custom claims found',
} as const;
