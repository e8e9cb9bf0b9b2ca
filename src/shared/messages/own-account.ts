import { confirmHours } from '../address-changes.ts';

/** Texts of the section that changes the password. */
export const passwordMessages = {
  tab: 'Password',
  heading: 'Change your password',
  intro: 'You stay signed in here, and you’re signed out everywhere else.',
  current: 'Current password',
  new: 'New password',
  save: 'Change password',
  saving: 'Changing…',
  saved: 'Your password is changed. You’re signed out everywhere else.',
} as const;

/** Texts of the section that changes the address. */
export const addressMessages = {
  tab: 'Address',
  heading: 'Change your email address',
  intro: 'You sign in with this address, and we write to it.',
  current: 'Current address',
  unconfirmed: 'Not confirmed yet',
  new: 'New address',
  save: 'Change address',
  saving: 'Sending…',
  sent: (email: string) => `Almost done. We’ve sent a link to ${email}.`,
  next: `Open it within ${String(confirmHours)} hours to finish. Until then, nothing changes.`,
} as const;

/** Texts of the section about sessions. */
export const sessionMessages = {
  tab: 'Sessions',
  heading: 'Where you’re signed in',
  intro: 'If you don’t recognize one of these, change your password. That signs out all the others.',
  loading: 'Loading your sign-ins…',
  failed: (reason: string) => `We couldn’t load your sign-ins. ${reason}`,
  signedIn: 'Signed in',
  current: 'This browser',
  showAll: (count: number) => `Show all ${String(count)}`,
  only: 'We know of no other browser that is signed in.',
  end: 'Sign out everywhere else…',
  endQuestion: 'Enter your password to sign out everywhere else. You stay signed in here.',
  password: 'Password',
  confirm: 'Sign out everywhere else',
  ending: 'Signing out…',
  cancel: 'Cancel',
  ended: 'You’re signed out everywhere else.',
  wrong: 'That’s not your password.',
} as const;

/** Texts of the page behind the links in mails about a changed address. */
export const addressLinkMessages = {
  loading: 'One moment…',
  confirm: {
    intro: 'Press the button to use this email address for your account from now on.',
    button: 'Change email address',
    done: (email: string) => `Done. Your account now uses ${email}. Please sign in with it.`,
  },
  undo: {
    intro:
      'Press the button to take your account back. It goes back to its previous email address, everybody is signed out, and the current password stops working.',
    button: 'Restore email address',
    done: (email: string) =>
      `Your account uses ${email} again, and everybody is signed out. Set a new password now: the old one no longer works.`,
  },
  busy: 'One moment…',
  missing: 'This link is incomplete. Open it from our email again, or copy the whole link.',
  toLogin: 'Sign in',
  toAccount: 'Go to your account',
  toContact: 'Contact us',
  toReset: 'Set a new password',
} as const;
