/** Of every screen that needs an account. */
export const screenMessages = {
  checking: 'Checking who is signed in…',
  retry: 'Try again',
  retrying: 'Trying...',
  logout: 'Logout',
  loggingOut: 'Logging out…',
} as const;
