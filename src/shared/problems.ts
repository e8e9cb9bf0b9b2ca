import { accountRows } from './problems/accounts.ts';
import { checkoutRows } from './problems/checkout.ts';
import { profileRows } from './problems/profiles.ts';
import { type Row, textOf } from './problems/row.ts';
import { site } from './site.ts';

/** What screens say of themselves; the API says some of it, too. Those of sign-in and resets, of the checkout and of profiles stand by themselves. */
const screenRows = {
  // Newsletter and customers
  'email-required': { status: 422, text: 'Email is required' },
  'email-invalid': { status: 422, text: 'Please enter a valid email address' },
  'subscribe-failed': { text: 'Failed to subscribe' },
  'subscribe-failed-retry': { text: 'Failed to subscribe. Please try again.' },

  // Purchases
  'purchases-load-failed': { text: (message: string) => `Failed to fetch purchases: ${message}` },
  'purchase-load-failed': { text: (message: string) => `Failed to fetch this purchase: ${message}` },
  'reason-required': { status: 422, text: 'Enter a reason' },
  'reconciliation-load-failed': {
    text: (message: string) => `Failed to fetch the last reconciliation: ${message}`,
  },

  // Administration
  'affiliates-load-failed': { text: (message: string) => `Failed to fetch affiliates: ${message}` },
  'customers-load-failed': { text: (message: string) => `Failed to fetch customers: ${message}` },
  'audit-load-failed': { text: (message: string) => `Failed to fetch the audit log: ${message}` },
  'affiliate-save-failed': { text: 'Failed to save affiliate' },
  'customer-save-failed': { text: 'Failed to save customer' },
  'affiliate-delete-failed': { text: 'Failed to delete affiliate' },
  'customer-delete-failed': { text: 'Failed to delete customer' },
  'affiliate-activate-failed': { text: (message: string) => `Error activating affiliate: ${message}` },
  'affiliate-deactivate-failed': { text: (message: string) => `Error deactivating affiliate: ${message}` },
  'customer-empty': { status: 422, text: 'Enter a name or an email' },
  'changed-meanwhile': {
    status: 409,
    text: 'Somebody else changed this record meanwhile. Reload it, then make your change again.',
  },

  // Affiliates
  'affiliate-name-required': { status: 422, text: 'Name is required' },
  'affiliate-code-required': { status: 422, text: 'Code is required' },
  'affiliate-code-taken': { status: 409, text: 'This affiliate code is already taken.' },

  'affiliate-email-missing': {
    text: `Your account has no email address, and affiliates are known by theirs. Please write to ${site.email}.`,
  },
  'statements-load-failed': { text: (message: string) => `Failed to fetch statements: ${message}` },
  'statement-load-failed': { text: (message: string) => `Failed to fetch this statement: ${message}` },
  'payment-load-failed': { text: (message: string) => `Failed to fetch how you are paid: ${message}` },
  'payout-terms-load-failed': {
    text: (message: string) => `Failed to fetch how this affiliate is paid: ${message}`,
  },
  'payouts-load-failed': { text: (message: string) => `Failed to fetch payouts: ${message}` },
  'transaction-required': { text: 'Enter the transaction id of at least one payout' },
  'paid-lines-required': { text: 'Enter at least one line' },
  'file-not-utf8': {
    text: 'The file is not in UTF-8, so its letters would be lost. Save it as CSV UTF-8, then choose it again.',
  },
  'import-file-unreadable': { text: 'The file could not be read. Please choose it again.' },

  // Affiliate profile look-up
  'affiliate-not-found': { status: 404, text: 'No affiliate found with this email address' },
  'affiliate-lookup-failed': { text: 'Failed to fetch affiliate information' },
  'lookup-email-required': { text: 'Please enter your email address' },
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
  'auth-not-configured': { status: 503, text: 'Authentication is not configured.' },

  // The API as a whole
  'connection-lost': {
    text: 'The server cannot be reached. Please check your internet connection and try again.',
  },
  'application-error': { text: 'Unexpected Application Error!' },
  'sign-in-required': { status: 401, text: 'Sign in to do this.' },
  'admin-required': { status: 403, text: 'Admin access is required.' },
  invalid: { status: 422, text: 'Some fields need another look.' },
  'too-many-requests': { status: 429, text: 'Too many requests. Please wait a minute and try again.' },
  'internal-error': { status: 500, text: 'Something went wrong on our side.' },
  'service-unavailable': {
    status: 503,
    text: 'The service is unavailable for the moment. Please try again soon.',
  },
} as const satisfies Record<string, Row>;

/** What the API alone says, and screens show as they get it: kept out of their scripts. */
const apiRows = {
  // Purchases
  'order-not-found': { status: 404, text: 'The payment provider does not know this order.' },
  'purchase-mismatch': { status: 422, text: 'This payment does not match what is sold here.' },
  'order-not-paid': { status: 422, text: 'This order was not paid.' },
  'webhook-unverified': { status: 401, text: 'The signature of this event could not be verified.' },
  'purchase-not-found': { status: 404, text: 'No purchase with this id' },
  'hold-not-found': { status: 404, text: 'No hold of this purchase with this id' },
  'event-not-found': { status: 404, text: 'No event with this id' },
  'event-in-progress': {
    status: 409,
    text: 'This event is being worked on already. Look at it again in two minutes.',
  },
  'reattribution-code-unknown': { status: 422, text: 'No active affiliate has this code.' },

  // Administration
  'customer-not-found': { status: 404, text: 'No customer with this id' },
  'address-has-customer': {
    status: 409,
    text: 'A customer has this address. Delete the customer instead.',
  },
  'customer-email-taken': { status: 409, text: 'A customer with this email already exists' },

  // Affiliates
  'affiliate-not-own': { status: 403, text: 'You can only apply with the email of your own account.' },
  'affiliate-code-shape': {
    status: 422,
    text: 'A code has up to 32 letters, digits, hyphens and underscores, and begins with a letter or digit.',
  },
  'affiliate-code-form': {
    status: 422,
    text: 'A code is made of the beginning of your email and four digits.',
  },
  'affiliate-email-taken': { status: 409, text: 'An affiliate with this email already exists.' },
  'affiliate-code-immutable': { status: 422, text: 'The affiliate code cannot be changed once created.' },
  'email-unverified': {
    status: 403,
    text: `We cannot tell that this record is yours: your email address is not confirmed. A new password by “Forgot your password?” confirms it. If that does not help, please write to ${site.email}.`,
  },
  'affiliate-missing': { status: 404, text: 'No affiliate with this id' },
  'statement-not-found': { status: 404, text: 'There is no statement of this month.' },
  'month-not-over': { status: 422, text: 'This month is not over yet.' },
  'payout-transaction-taken': {
    status: 409,
    text: 'One of these transactions is recorded for another payout. Nothing was changed.',
  },
  'import-unreadable': { status: 422, text: 'This is no CSV file: a quotation mark is never closed.' },
  'import-too-many-rows': { status: 422, text: 'Import at most 1,000 rows at a time.' },
  'import-too-large': { status: 413, text: 'The file is larger than 1 MB.' },

  // Accounts
  'password-refused': {
    status: 422,
    text: 'The password does not meet the requirements. Please choose a longer one.',
  },

  // Profiles
  'profile-exists': { status: 409, text: 'A profile with this user ID already exists.' },
  'profile-user-id-shape': {
    status: 422,
    text: 'A user ID has up to 128 visible characters: no spaces and none of / \\ ? # %.',
  },
  'profile-phone-shape': {
    status: 422,
    text: 'A phone number has digits, spaces and + - ( ) . , / # * only; an extension follows an x or ext.',
  },
  'profile-link-shape': {
    status: 422,
    text: 'Enter the ID alone, not an address: letters, digits, dots, hyphens and underscores.',
  },
  'profile-user-id-differs': { status: 422, text: 'The user ID cannot be changed once the profile exists.' },

  // The API as a whole
  'request-malformed': { status: 400, text: 'The request could not be read.' },
  'not-found': { status: 404, text: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, text: 'This address does not answer to that method.' },
  'body-too-large': { status: 413, text: 'The request is larger than 64 KB.' },
  'media-type-unsupported': { status: 415, text: 'Send JSON.' },
  'payment-provider-unavailable': {
    status: 503,
    text: 'The payment provider cannot be reached for the moment. Please try again soon.',
  },
} as const satisfies Record<string, Row>;

/**
 * The error catalogue: every error text of the site, under a permanent code. `status` is the HTTP
 * status where the API answers with it; rows without one are only shown by a screen.
 * Domain code throws `problem(code)`; the server's problemAnswer turns it into an answer.
 * Said to be pure, so that whoever asks for screens' rows alone is built without the others.
 */
const rows = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ Object.assign({}, screenRows, apiRows),
  accountRows,
  checkoutRows,
  profileRows,
);

/** The rows that a screen has at hand. */
export type ScreenCode = keyof typeof screenRows;

export type ProblemCode = keyof typeof rows;

/** One field of a request that was refused, with a sentence a person can act on. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The whole catalogue, as what is told of the API and the test against the specification read it. */
export const catalogue: Readonly<Record<ProblemCode, Row>> = rows;

/** The text of any row, also of those that no screen has at hand. */
export const catalogueText = (code: ProblemCode): string => textOf(rows[code]);

/** The text of a row, for a screen; `detail` fills rows that take a parameter. */
export const problemText = (code: ScreenCode, detail?: string): string => textOf(screenRows[code], detail);

/**
 * What to say of an answer that has no words of its own: none came (0), or it is the hosting platform's, which knows
 * nothing of this catalogue: 429 by its rate rules, 502 to 504 where nothing behind it answered.
 */
export const codeOfStatus = (status: number): ScreenCode => {
  if (status === 0) return 'connection-lost';
  if (status === 429) return 'too-many-requests';
  return status >= 502 && status <= 504 ? 'service-unavailable' : 'internal-error';
};

const isCode = (message: string): message is ProblemCode => Object.hasOwn(rows, message);

/** The code that a schema's message names, or null for a message in its own words. */
export const codeOf = (message: string): ProblemCode | null => (isCode(message) ? message : null);

/** A schema's message as people read it: the text of the row it names, or the message itself. */
export const messageText = (message: string): string => (isCode(message) ? catalogueText(message) : message);

interface ProblemDetails {
  readonly detail?: string;
  readonly fields?: readonly FieldProblem[];
  /** Seconds until another try makes sense; sent as Retry-After. */
  readonly retryAfter?: number;
  /** What happened, for the log only; never sent. */
  readonly cause?: unknown;
}

/** An error of the catalogue. `status` is 500 for rows without one of their own. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const row: Row = rows[code];
    super(textOf(row, details.detail), { cause: details.cause });
    this.name = 'Problem';
    this.code = code;
    this.status = row.status ?? 500;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter ?? (this.status === 503 ? 5 : this.status === 429 ? 60 : undefined);
  }
}

/** Builds a catalogue error to throw. */
export const problem = (code: ProblemCode, details?: ProblemDetails): Problem => new Problem(code, details);

/** The same about one field of the request, where only the rules of the domain tell what is wrong with it. */
export const fieldProblem = (code: ProblemCode, field: string): Problem =>
  problem(code, { fields: [{ field, message: catalogueText(code) }] });
