import type { ApiRow } from './row.ts';

/** What the API alone says, and screens show as they get it. */
export const apiRows = {
  // Purchases
  'order-not-found': { status: 404, text: 'The payment provider does not know this order.' },
  'purchase-mismatch': { status: 422, text: 'This payment does not match what is sold here.' },
  'order-not-paid': { status: 422, text: 'This order was not paid.' },
  'webhook-unverified': { status: 401, text: 'The signature of this event could not be verified.' },
  'purchase-not-found': { status: 404, text: 'No purchase with this id' },
  'hold-not-found': { status: 404, text: 'No hold of this purchase with this id' },
  'hold-released': {
    status: 409,
    text: 'This hold has already been released. Your reason was not recorded.',
  },
  'adjustment-no-commission': {
    status: 422,
    text: 'This payment of the purchase has no commission to adjust.',
  },
  'adjustment-out-of-range': {
    status: 422,
    text: 'Give back at most what refunds took, or take back what was adjusted.',
  },
  'adjustment-differs': {
    status: 409,
    text: 'This adjustment was already saved with another amount. Reload the purchase to see it.',
  },
  'event-not-found': { status: 404, text: 'No event with this id' },
  'event-in-progress': {
    status: 409,
    text: 'This event is already being worked on. Look at it again in two minutes.',
  },
  'reattribution-code-unknown': { status: 422, text: 'No active affiliate has this code.' },
  'reattribution-no-change': {
    status: 422,
    text: 'This would change nothing: the purchase has earned all it can there.',
  },

  // Administration
  'changed-meanwhile': {
    status: 409,
    text: 'Somebody else has changed this record. Reload it, then make your change again.',
  },
  'customer-not-found': { status: 404, text: 'No customer with this id' },
  'address-has-customer': {
    status: 409,
    text: 'A customer has this address. Delete the customer instead.',
  },
  'customer-email-taken': { status: 409, text: 'A customer with this email already exists' },

  // Affiliates
  'affiliate-code-taken': { status: 409, text: 'This affiliate code is already taken.' },
  'affiliate-not-own': { status: 403, text: 'You can only apply with the email of your own account.' },
  'affiliate-code-shape': {
    status: 422,
    text: 'A code has up to 32 letters, digits, hyphens and underscores, and starts with a letter or digit.',
  },
  'affiliate-code-form': {
    status: 422,
    text: 'A code is made of the start of your email and four digits.',
  },
  'affiliate-email-taken': { status: 409, text: 'An affiliate with this email already exists.' },
  'affiliate-code-immutable': { status: 422, text: 'The affiliate code cannot be changed once created.' },
  'email-unverified': {
    status: 403,
    text: 'Please confirm your email address first. Your dashboard can send you the mail again.',
  },
  'affiliate-not-found': { status: 404, text: 'Affiliate not found' },
  'statement-not-found': { status: 404, text: 'There is no statement of this month.' },
  'month-not-over': { status: 422, text: 'This month is not over yet.' },
  'payout-transaction-taken': {
    status: 409,
    text: 'One of these transactions is already recorded for another payout. Nothing was changed.',
  },
  'import-unreadable': { status: 422, text: 'This is not a CSV file: a quotation mark is never closed.' },
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
    text: 'A phone number has only digits, spaces and + - ( ) . , / # *; an extension follows an x or ext.',
  },
  'profile-link-shape': {
    status: 422,
    text: 'Enter the ID alone, not an address: letters, digits, dots, hyphens and underscores.',
  },
  'profile-email-ambiguous': {
    status: 409,
    text: 'Several profiles have this email address. Look one up by its user ID.',
  },
  'profile-email-not-own': {
    status: 422,
    text: 'Enter the confirmed email address of your account, or leave this empty.',
  },
  'profile-user-id-differs': { status: 422, text: 'The user ID cannot be changed once the profile exists.' },

  // The API as a whole
  'sign-in-required': { status: 401, text: 'Sign in to do this.' },
  invalid: { status: 422, text: 'Some fields need another look.' },
  'request-malformed': { status: 400, text: 'The request could not be read.' },
  'not-found': { status: 404, text: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, text: 'This address does not support that method.' },
  'body-too-large': { status: 413, text: 'The request is larger than 64 KB.' },
  'media-type-unsupported': { status: 415, text: 'Send JSON.' },
  'payment-provider-unavailable': {
    status: 503,
    text: 'The payment provider cannot be reached at the moment. Please try again soon.',
  },
} as const satisfies Record<string, ApiRow>;
