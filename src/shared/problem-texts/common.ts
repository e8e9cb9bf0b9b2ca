import { site } from '../site.ts';

/** A problem that the API answers with. */
export interface ApiRow {
  readonly status: number;
  readonly text: string;
}

/** A text that only screens show. A function takes a detail. */
export interface ScreenRow {
  readonly text: string | ((detail: string) => string);
}

/** Returns a function that looks up a text by its code. */
export function textsOf<Rows extends Readonly<Record<string, ScreenRow>>>(rows: Rows) {
  return (code: keyof Rows & string, detail = ''): string => {
    const { text } = rows[code] as ScreenRow;
    return typeof text === 'string' ? text : text(detail);
  };
}

/** Returns a function that returns, for a code, the function that puts the message of a failure into its text. */
export function failuresOf<Code extends string>(textOf: (code: Code, detail: string) => string) {
  return (code: Code) =>
    (message: string): string =>
      textOf(code, message);
}

/** Returns a function that makes a row with this status. */
function rowWithStatus<Status extends number>(status: Status) {
  return (text: string) => ({ status, text });
}

export const forbidden = /* @__PURE__ */ rowWithStatus(403);
export const notFound = /* @__PURE__ */ rowWithStatus(404);
export const conflict = /* @__PURE__ */ rowWithStatus(409);
export const unprocessable = /* @__PURE__ */ rowWithStatus(422);

/** Problems that the API answers with, and that screens also show by themselves. */
export const sharedRows = {
  // Newsletter and customers
  'email-required': unprocessable('Email is required'),
  'email-invalid': unprocessable('Please enter a valid email address'),
  'customer-empty': unprocessable('Enter a name or an email'),

  // Purchases
  'receipt-company-required': unprocessable('Enter a company or a name, or leave all three fields empty'),
  'reason-required': unprocessable('Enter a reason'),
  'note-required': unprocessable('Write what you did'),

  // Affiliates
  'affiliate-name-required': unprocessable('Name is required'),
  'affiliate-code-required': unprocessable('Code is required'),

  // Accounts
  'auth-not-configured': { status: 503, text: 'Authentication is not configured.' },
  'reset-link-invalid': unprocessable('Invalid or expired reset link.'),
  'new-password-too-short': unprocessable('Password must be at least 6 characters long.'),
  'password-leaked': unprocessable(
    'This password is on a list of passwords that were stolen from other websites. Please choose one that you don’t use anywhere else.',
  ),
  'password-common': unprocessable('This password is too common. Please choose another.'),

  // Profiles
  'profile-not-found': notFound('Profile not found'),
  'profile-user-id-required': unprocessable('User ID is required'),
  'profile-picture-shape': unprocessable('Enter an address that starts with https://'),

  // Every call
  'admin-required': forbidden('Admin access is required.'),
  'role-too-low': forbidden('Your role doesn’t allow this. Ask an admin.'),
  'second-factor-required': forbidden(
    'Sign in with the code from your authenticator app. You can set it up on your account page.',
  ),
  'too-many-requests': { status: 429, text: tooManyRequests(60) },
  'internal-error': { status: 500, text: 'Something went wrong on our side.' },
  'service-unavailable': {
    status: 503,
    text: 'The service is unavailable at the moment. Please try again soon.',
  },
} as const satisfies Record<string, ApiRow>;

/** Texts that several kinds of screens show. Texts of one kind of screen are in the other files of this folder. */
export const screenRows = {
  'affiliate-save-failed': { text: 'Failed to save affiliate' },
  'clipboard-failed': { text: 'Failed to copy to clipboard' },
  'subscribe-failed': { text: 'Failed to subscribe' },
  'subscribe-failed-retry': { text: 'Failed to subscribe. Please try again.' },

  // Accounts
  'too-many-attempts': { text: 'Too many attempts. Please wait a few minutes and try again.' },
  'identity-unreachable': {
    text: 'The sign-in service cannot be reached. Please check your internet connection and try again.',
  },
  'account-disabled': { text: `This account has been disabled. Please write to ${site.email}.` },
  'session-ended': { text: 'Your session has ended. Please sign in again.' },
  'claims-refresh-failed': { text: 'Failed to refresh claims. Please try again.' },
  'logout-failed': { text: 'Failed to log out' },

  // Every screen
  'connection-lost': {
    text: 'The server cannot be reached. Please check your internet connection and try again.',
  },
  'part-missing': {
    text: 'A part of this page could not be loaded. Please check your internet connection and try again, or reload the page.',
  },
  'application-error': { text: 'Unexpected Application Error!' },
} as const satisfies Record<string, ScreenRow>;

const rows = /* @__PURE__ */ Object.assign({}, sharedRows, screenRows);

export type ScreenCode = keyof typeof rows;

export const problemText = /* @__PURE__ */ textsOf(rows);

/**
 * Returns the code for an answer without an error text: no answer (status 0), or an answer of Netlify, which sends 429 by
 * its rate limits and 502 to 504 for a function that did not answer.
 */
export function codeOfStatus(status: number): ScreenCode {
  if (status === 0) return 'connection-lost';
  if (status === 429) return 'too-many-requests';
  return status >= 502 && status <= 504 ? 'service-unavailable' : 'internal-error';
}

/** Returns the text of a rate limit. `retryAfter` is in seconds; the text rounds it up to minutes. */
export function tooManyRequests(retryAfter: number): string {
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes > 1 ? `${String(minutes)} minutes` : 'a minute';
  return `Too many requests. Please wait ${wait} and try again.`;
}
