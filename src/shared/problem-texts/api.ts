import { limits } from '../limits.ts';
import { maxLinks, maxLinksEver } from '../link-figures.ts';
import { type ApiRow, conflict, forbidden, notFound, unprocessable } from './common.ts';

/** Problems that only the API answers with. Screens show them unchanged. */
export const apiRows = {
  // Purchases
  'order-not-found': notFound('PayPal does not know this order.'),
  'license-not-ready': notFound(
    'Your license isn’t ready yet. We’ll email it with your receipt, and you’ll find it under Your purchases.',
  ),
  'purchase-mismatch': unprocessable(
    'This payment doesn’t match what we sell: plan, amount, currency or payee.',
  ),
  'invitation-not-found': notFound('This invitation has been used, or is no longer valid.'),
  'invitation-price-wrong': unprocessable('Enter a price lower than the plan’s regular price, such as 39.99'),
  'invitation-plan-wrong': unprocessable(
    'PayPal has no active yearly plan with this ID and this price. A subscription needs one; Basic needs none.',
  ),
  'order-not-paid': unprocessable('This order hasn’t been paid.'),
  'webhook-unverified': { status: 401, text: 'The signature of this event could not be verified.' },
  'purchase-not-found': notFound('No purchase with this ID'),
  'other-website': forbidden(
    'This request came from another website, so we did nothing. Please start again on our own page.',
  ),
  'payer-required': forbidden(
    'Only the PayPal account that paid can do this. Ask for a link to your purchases with the email of that account.',
  ),
  'portal-session-required': {
    status: 401,
    text: 'Your session has ended. Ask for a new link to your purchases.',
  },
  'portal-link-invalid': notFound(
    'This link was already used, or is older than 15 minutes. Ask for a new one.',
  ),
  'payment-not-found': notFound('No payment with this ID'),
  'subscription-not-active': conflict('This subscription isn’t running, so there is nothing to cancel.'),
  'subscription-active': conflict(
    'Cancel your subscription first. Otherwise, PayPal will keep charging you, and we won’t be able to tell whose payments they are.',
  ),
  'withdrawal-open': conflict('We haven’t finished your request yet. Erase your data once it’s done.'),
  'address-spelling-differs': conflict(
    'We also have records under a different spelling of this address, and can’t tell whether they are yours. Please write to us.',
  ),
  'refund-not-possible': conflict('Only a completed payment can be refunded.'),
  'refund-too-large': unprocessable('This is more than what is left of the payment.'),
  'refund-in-progress': conflict(
    'Another refund of this payment is on its way. Wait until PayPal has answered.',
  ),
  'refund-differs': conflict(
    'This refund has already been requested for a different amount. Reload the purchase to see it.',
  ),
  'hold-not-found': notFound('This purchase has no hold with this ID'),
  'hold-released': conflict('This hold has already been released. Your reason was not recorded.'),
  'adjustment-no-commission': unprocessable('This payment of the purchase has no commission to adjust.'),
  'adjustment-out-of-range': unprocessable(
    'You can’t restore more commission than refunds removed, or remove more than was restored.',
  ),
  'adjustment-differs': conflict(
    'This adjustment has already been saved with a different amount. Reload the purchase to see it.',
  ),
  'event-not-found': notFound('No event with this ID'),
  'event-in-progress': conflict('This event is being processed. Check again in two minutes.'),
  'reattribution-code-unknown': unprocessable('No active affiliate has this code.'),
  'reattribution-no-change': unprocessable(
    'This would change nothing: the purchase already belongs to this affiliate and has earned its commission.',
  ),

  // Withdrawals
  'withdrawal-name-required': unprocessable('Enter your name'),
  'order-number-required': unprocessable('Enter the order number'),
  'withdrawal-not-found': notFound('No request with this ID'),
  'withdrawal-handled': conflict(
    'Another admin has already handled this request. Your note was not recorded.',
  ),
  'settlement-not-possible': conflict(
    'This request can’t be settled with one click anymore. The list says why.',
  ),

  // Records
  'edit-conflict': conflict('Somebody else has changed this record. Reload it, then make your change again.'),
  'customer-not-found': notFound('No customer with this ID'),
  'address-has-customer': conflict('This address belongs to a customer. Delete the customer instead.'),
  'customer-email-taken': conflict('A customer with this email already exists'),

  // Newsletter
  'subscription-not-found': notFound('No newsletter subscription with this ID'),
  'letter-not-found': notFound('There is no letter with this name.'),
  'letter-not-sent': conflict('This letter hasn’t been sent.'),
  'seller-invented': conflict(
    'The site still has example details of the seller, so it sends no letters. Enter the real ones, and deploy the site again.',
  ),
  'letter-already-sent': conflict('This letter has already been sent. A letter is sent once.'),
  'letter-recipients-changed': conflict(
    'The number of recipients has changed. Check the new number, then send the letter again.',
  ),

  // Affiliates
  'affiliate-code-taken': conflict('This affiliate code is already taken.'),
  'application-decided': conflict('This application has already been decided.'),
  'affiliate-not-own': forbidden('You can only apply with the email of your own account.'),
  'affiliate-code-shape': unprocessable(
    'A code has up to 32 letters, digits, hyphens and underscores, and starts with a letter or digit.',
  ),
  'affiliate-code-form': unprocessable('A code is made of the start of your email and four digits.'),
  'affiliate-email-taken': conflict('An affiliate with this email already exists.'),
  'affiliate-code-immutable': unprocessable('The affiliate code cannot be changed once created.'),
  'email-unverified': forbidden(
    'Please confirm your email address first. You can request another confirmation email on your dashboard.',
  ),
  'affiliate-not-found': notFound('Affiliate not found'),
  'affiliate-left': conflict(
    'This affiliate left the program. Confirm that you want to activate the affiliate again.',
  ),
  'affiliate-inactive': conflict('Your affiliate record isn’t active. You can do this once it is.'),
  'link-label-required': unprocessable('Enter a name for the link'),
  'link-label-taken': conflict('You already have a link with this name.'),
  'owner-link-not-found': notFound('This link has been deleted.'),
  'link-not-found': notFound('You have no link with this code.'),
  'link-code-unavailable': conflict('No code is available for your email address. Please contact us.'),
  'too-many-links': conflict(
    `You can have ${String(maxLinks)} links at a time, and create ${String(maxLinksEver)} in all.`,
  ),
  'sale-day-required': unprocessable('Enter the date of the sale'),
  'too-many-sale-claims': conflict(
    `We’re still looking into ${String(limits.openSaleClaims)} of your sales. You can report this one once we’ve settled one of those.`,
  ),
  'sale-claim-not-found': notFound('No report of a missing sale has this ID'),
  'statement-not-found': notFound('There is no statement for this month.'),
  'month-not-over': unprocessable('This month is not over yet.'),
  'payout-transaction-taken': conflict(
    'One of these transactions is already recorded for another payout. Nothing was changed.',
  ),
  'import-unreadable': unprocessable('This is not a CSV file: a quotation mark is never closed.'),
  'import-too-many-rows': unprocessable('You can import at most 1,000 rows at a time.'),
  'import-too-large': { status: 413, text: 'The file is larger than 1 MB.' },

  // Accounts
  'password-wrong': unprocessable('That’s not your password.'),
  'account-email-missing': conflict(
    'Your account has no email address that we can write to. Please contact us.',
  ),
  'address-unchanged': unprocessable('This is already your account’s email address.'),
  'address-link-invalid': notFound('This link is too old, or a newer link has replaced it.'),
  'address-taken': conflict(
    'Another account or affiliate already uses this email address. Please choose another, or contact us.',
  ),
  'password-refused': unprocessable(
    'The password does not meet the requirements. Please choose a longer one.',
  ),

  'account-is-staff': forbidden('This account has a staff role. Ask an admin to revoke the role first.'),
  'account-differs': conflict(
    'You’re signed in with a different account than the one shown here. Reload the page.',
  ),

  // Profiles
  'profile-exists': conflict('A profile with this user ID already exists.'),
  'profile-user-id-shape': unprocessable(
    'A user ID has up to 128 visible characters: no spaces and none of / \\ ? # %.',
  ),
  'profile-phone-shape': unprocessable(
    'A phone number has only digits, spaces and + - ( ) . , / # *; an extension follows an x or ext.',
  ),
  'profile-link-shape': unprocessable(
    'Enter the ID alone, not an address: letters, digits, dots, hyphens and underscores.',
  ),
  'profile-email-ambiguous': conflict(
    'Several profiles have this email address. Look up the profile by its user ID.',
  ),
  'profile-email-not-own': unprocessable(
    'Enter your account’s confirmed email address, or leave this empty.',
  ),
  'profile-user-id-differs': unprocessable('The user ID cannot be changed once the profile exists.'),

  // Every call
  'sign-in-required': { status: 401, text: 'Sign in to do this.' },
  'sign-in-again': { status: 401, text: 'Enter your password again to do this.' },
  invalid: unprocessable('Some fields need another look.'),
  'request-malformed': { status: 400, text: 'The request could not be read.' },
  'not-found': notFound('There is nothing at this address.'),
  'method-not-allowed': { status: 405, text: 'This address does not support that method.' },
  'body-too-large': { status: 413, text: 'The request is larger than 64 KB.' },
  'media-type-unsupported': { status: 415, text: 'Send JSON.' },
  'payment-provider-unavailable': {
    status: 503,
    text: 'PayPal cannot be reached at the moment. Please try again soon.',
  },
} as const satisfies Record<string, ApiRow>;
