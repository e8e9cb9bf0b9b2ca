import { limits } from '../limits.ts';
import { maxLinks, maxLinksEver } from '../link-figures.ts';
import type { ApiRow } from './common.ts';

/** Problems that only the API answers with. Screens show them unchanged. */
export const apiRows = {
  // Purchases
  'order-not-found': { status: 404, text: 'PayPal does not know this order.' },
  'license-not-ready': {
    status: 404,
    text: 'Your license isn’t ready yet. We’ll email it with your receipt, and you’ll find it under Your purchases.',
  },
  'purchase-mismatch': { status: 422, text: 'This payment does not match what is sold here.' },
  'invitation-not-found': {
    status: 404,
    text: 'This invitation has been used, or is no longer valid.',
  },
  'invitation-price-wrong': {
    status: 422,
    text: 'Enter a price lower than the plan’s regular price, such as 39.99',
  },
  'invitation-plan-wrong': {
    status: 422,
    text: 'PayPal has no active yearly plan with this id and this price. A subscription needs one; Basic needs none.',
  },
  'order-not-paid': { status: 422, text: 'This order hasn’t been paid.' },
  'webhook-unverified': { status: 401, text: 'The signature of this event could not be verified.' },
  'purchase-not-found': { status: 404, text: 'No purchase with this id' },
  'other-website': {
    status: 403,
    text: 'This request came from another website, so we did nothing. Please start again on our own page.',
  },
  'payer-required': {
    status: 403,
    text: 'Only the PayPal address that paid can do this. Ask for a link to your purchases with that address.',
  },
  'portal-session-required': {
    status: 401,
    text: 'Your visit has ended. Ask for a new link to your purchases.',
  },
  'portal-link-invalid': {
    status: 404,
    text: 'This link was already used, or is older than 15 minutes. Ask for a new one.',
  },
  'payment-not-found': { status: 404, text: 'No payment with this id' },
  'subscription-not-active': {
    status: 409,
    text: 'This subscription isn’t running, so there is nothing to cancel.',
  },
  'subscription-active': {
    status: 409,
    text: 'Cancel your subscription first. Otherwise PayPal goes on charging you, and we couldn’t tell whose payments they are.',
  },
  'withdrawal-open': {
    status: 409,
    text: 'We haven’t finished your request yet. Erase your data once it’s done.',
  },
  'address-spelling-differs': {
    status: 409,
    text: 'We also have records of another spelling of this address, and can’t tell whether they are yours. Please write to us.',
  },
  'refund-not-possible': { status: 409, text: 'Only a completed payment can be refunded.' },
  'refund-too-large': { status: 422, text: 'This is more than what is left of the payment.' },
  'refund-in-progress': {
    status: 409,
    text: 'Another refund of this payment is on its way. Wait until PayPal has answered.',
  },
  'refund-differs': {
    status: 409,
    text: 'This refund has already been requested with another amount. Reload the purchase to see it.',
  },
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
    text: 'This adjustment has already been saved with another amount. Reload the purchase to see it.',
  },
  'event-not-found': { status: 404, text: 'No event with this id' },
  'event-in-progress': {
    status: 409,
    text: 'This event is being processed. Check again in two minutes.',
  },
  'reattribution-code-unknown': { status: 422, text: 'No active affiliate has this code.' },
  'reattribution-no-change': {
    status: 422,
    text: 'This would change nothing: the purchase already belongs to this affiliate and has earned its commission.',
  },

  // Withdrawals
  'withdrawal-name-required': { status: 422, text: 'Enter your name' },
  'order-number-required': { status: 422, text: 'Enter the order number' },
  'withdrawal-not-found': { status: 404, text: 'No request with this id' },
  'withdrawal-handled': {
    status: 409,
    text: 'Another admin has already handled this request. Your note was not recorded.',
  },
  'settlement-not-possible': {
    status: 409,
    text: 'This request can’t be settled with one click anymore. The list says why.',
  },

  // Records
  'edit-conflict': {
    status: 409,
    text: 'Somebody else has changed this record. Reload it, then make your change again.',
  },
  'customer-not-found': { status: 404, text: 'No customer with this id' },
  'address-has-customer': {
    status: 409,
    text: 'This address belongs to a customer. Delete the customer instead.',
  },
  'customer-email-taken': { status: 409, text: 'A customer with this email already exists' },

  // Newsletter
  'subscription-not-found': { status: 404, text: 'No newsletter subscription with this id' },
  'letter-not-found': { status: 404, text: 'There is no letter with this name.' },
  'letter-not-sent': { status: 409, text: 'This letter hasn’t been sent.' },
  'seller-invented': {
    status: 409,
    text: 'The site doesn’t name its real seller yet, so it sends no letters. Name the seller, and deploy the site again.',
  },
  'letter-already-sent': { status: 409, text: 'This letter has already been sent. A letter is sent once.' },
  'letter-recipients-changed': {
    status: 409,
    text: 'The number of recipients has changed. Check the new number, then send the letter again.',
  },

  // Affiliates
  'affiliate-code-taken': { status: 409, text: 'This affiliate code is already taken.' },
  'application-decided': { status: 409, text: 'This application has already been decided.' },
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
    text: 'Please confirm your email address first. You can request another confirmation email on your dashboard.',
  },
  'affiliate-not-found': { status: 404, text: 'Affiliate not found' },
  'affiliate-left': {
    status: 409,
    text: 'This affiliate left the program. Confirm that you want to activate the affiliate again.',
  },
  'affiliate-inactive': {
    status: 409,
    text: 'Your affiliate record isn’t active. You can do this once it is.',
  },
  'link-label-required': { status: 422, text: 'Enter a name for the link' },
  'link-label-taken': { status: 409, text: 'You already have a link with this name.' },
  'owner-link-not-found': { status: 404, text: 'This link has been deleted.' },
  'link-not-found': { status: 404, text: 'You have no link with this code.' },
  'link-code-unavailable': {
    status: 409,
    text: 'No code is free for your email address. Please contact us.',
  },
  'too-many-links': {
    status: 409,
    text: `You can have ${String(maxLinks)} links at a time, and make ${String(maxLinksEver)} in all.`,
  },
  'sale-day-required': { status: 422, text: 'Enter the day of the sale' },
  'too-many-sale-claims': {
    status: 409,
    text: `We’re still looking into ${String(limits.openSaleClaims)} of your sales. You can report this one once we’ve settled one of those.`,
  },
  'sale-claim-not-found': { status: 404, text: 'No report of a missing sale with this id' },
  'statement-not-found': { status: 404, text: 'There is no statement for this month.' },
  'month-not-over': { status: 422, text: 'This month is not over yet.' },
  'payout-transaction-taken': {
    status: 409,
    text: 'One of these transactions is already recorded for another payout. Nothing was changed.',
  },
  'import-unreadable': { status: 422, text: 'This is not a CSV file: a quotation mark is never closed.' },
  'import-too-many-rows': { status: 422, text: 'You can import at most 1,000 rows at a time.' },
  'import-too-large': { status: 413, text: 'The file is larger than 1 MB.' },

  // Accounts
  'password-wrong': { status: 422, text: 'This isn’t the password of your account.' },
  'account-email-missing': {
    status: 409,
    text: 'Your account has no email address that we can write to. Please contact us.',
  },
  'address-unchanged': { status: 422, text: 'This is already the email address of your account.' },
  'address-link-invalid': {
    status: 404,
    text: 'This link is too old, or a newer link has replaced it.',
  },
  'address-taken': {
    status: 409,
    text: 'Another account or affiliate already uses this email address. Please choose another, or contact us.',
  },
  'password-refused': {
    status: 422,
    text: 'The password does not meet the requirements. Please choose a longer one.',
  },

  'account-is-staff': {
    status: 403,
    text: 'This account has a role in the shop. Ask an admin to revoke the role first.',
  },
  'account-differs': {
    status: 409,
    text: 'You’re signed in with another account than this page shows. Reload the page.',
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
    text: 'Several profiles have this email address. Look up the profile by its user ID.',
  },
  'profile-email-not-own': {
    status: 422,
    text: 'Enter the confirmed email address of your account, or leave this empty.',
  },
  'profile-user-id-differs': { status: 422, text: 'The user ID cannot be changed once the profile exists.' },

  // Every call
  'sign-in-required': { status: 401, text: 'Sign in to do this.' },
  'sign-in-again': { status: 401, text: 'Enter your password again to do this.' },
  invalid: { status: 422, text: 'Some fields need another look.' },
  'request-malformed': { status: 400, text: 'The request could not be read.' },
  'not-found': { status: 404, text: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, text: 'This address does not support that method.' },
  'body-too-large': { status: 413, text: 'The request is larger than 64 KB.' },
  'media-type-unsupported': { status: 415, text: 'Send JSON.' },
  'payment-provider-unavailable': {
    status: 503,
    text: 'PayPal cannot be reached at the moment. Please try again soon.',
  },
} as const satisfies Record<string, ApiRow>;
