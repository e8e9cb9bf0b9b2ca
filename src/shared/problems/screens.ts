import { site } from '../site.ts';
import { type ScreenRow, textsOf } from './row.ts';
import { sharedRows } from './shared.ts';

/** What several kinds of screens say of themselves. Those of one kind alone stand in files beside this one. */
export const screenRows = {
  'affiliate-save-failed': { text: 'Failed to save affiliate' },
  'clipboard-failed': { text: 'Failed to copy to clipboard' },

  // Accounts
  'too-many-attempts': { text: 'Too many attempts. Please wait a few minutes and try again.' },
  'identity-unreachable': {
    text: 'The sign-in service cannot be reached. Please check your internet connection and try again.',
  },
  'account-disabled': { text: `This account has been disabled. Please write to ${site.email}.` },
  'session-ended': { text: 'Your session has ended. Please sign in again.' },
  'claims-refresh-failed': { text: 'Failed to refresh claims. Please try again.' },
  'logout-failed': { text: 'Failed to log out' },

  // Any call, any screen
  'connection-lost': {
    text: 'The server cannot be reached. Please check your internet connection and try again.',
  },
  'part-missing': {
    text: 'A part of this page could not be loaded. Please check your internet connection and try again, or reload the page.',
  },
  'application-error': { text: 'Unexpected Application Error!' },
} as const satisfies Record<string, ScreenRow>;

const rows = /* @__PURE__ */ Object.assign({}, sharedRows, screenRows);

/** The codes that every screen has texts for. */
export type ScreenCode = keyof typeof rows;

/** The text of a row that every screen has; `detail` fills one that takes it. */
export const problemText = /* @__PURE__ */ textsOf(rows);

/**
 * What to say of an answer that has no words of its own: none came (0), or it is the hosting platform's, which knows
 * nothing of this catalogue: 429 by its rate rules, 502 to 504 where nothing behind it answered.
 */
export const codeOfStatus = (status: number): ScreenCode => {
  if (status === 0) return 'connection-lost';
  if (status === 429) return 'too-many-requests';
  return status >= 502 && status <= 504 ? 'service-unavailable' : 'internal-error';
};
