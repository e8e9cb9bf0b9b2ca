import { site } from '../site.ts';
import type { WithdrawalKind } from '../withdrawals.ts';

interface KindTexts {
  /** The choice in the form, and the line about its effect. */
  readonly choice: string;
  readonly effect: string;
  /** The buyer's statement. */
  readonly statement: string;
  /** The name of the request in sentences. */
  readonly noun: string;
  readonly confirm: string;
  readonly next: string;
  /** The next step in the mail: for an order of this buyer, and for an unknown order. */
  readonly known: string;
  readonly unknown: string;
  /** The part of the terms with the details. */
  readonly terms: { readonly href: string; readonly label: string };
}

const refunded = 'we’ll refund it the way it was paid, within 14 days';

/** The texts of each kind of request. */
export const withdrawalKindTexts: Readonly<Record<WithdrawalKind, KindTexts>> = {
  withdrawal: {
    choice: 'Withdraw from the contract',
    effect: 'Within 14 days of a purchase. You get your money back, and your subscription ends, too.',
    statement: 'I withdraw from the contract for this order.',
    noun: 'withdrawal',
    confirm: 'Confirm withdrawal',
    next: `If we find the purchase, ${refunded}, and cancel the subscription if there is one.`,
    known: 'We’ll refund you the way you paid, within 14 days, and write to you when it’s done.',
    unknown: `If we find the purchase, ${refunded}, and write to the email address used for it.`,
    terms: { href: '/terms#refunds', label: 'How refunds work' },
  },
  cancellation: {
    choice: 'Cancel the contract',
    effect: 'A subscription stops renewing. Your plan runs until the end of the year you’ve paid for.',
    statement: 'I cancel the contract for this order at the earliest possible date.',
    noun: 'cancellation',
    confirm: 'Cancel now',
    next: 'If we find the subscription, we’ll stop it from renewing. Your plan runs until the end of the year you’ve paid for.',
    known:
      'Your subscription won’t renew, and we’ll write to you when PayPal has confirmed it. Your plan runs until the end of the year you’ve paid for.',
    unknown:
      'If we find the subscription, we’ll stop it from renewing, and write to the email address used for it.',
    terms: { href: '/terms#how-to-cancel', label: 'How cancelling works' },
  },
  'money-back': {
    choice: 'Get my money back',
    effect: 'For any payment in the last 14 days, including renewals. Your subscription ends, too.',
    statement: 'I’d like a refund of the payment made for this order in the last 14 days.',
    noun: 'request',
    confirm: 'Ask for my money back',
    next: `If we find a payment in the last 14 days, ${refunded}, and cancel the subscription if there is one.`,
    known: 'We’ll refund you the way you paid, within 14 days, and write to you when it’s done.',
    unknown: `If we find the payment, ${refunded}, and write to the email address used for it.`,
    terms: { href: '/terms#refunds', label: 'How refunds work' },
  },
};

/** Texts of the pages on which a buyer withdraws, cancels or asks for money back. */
export const withdrawalMessages = {
  /** The labels of the links to the form. */
  withdraw: 'Withdraw from a contract',
  cancel: 'Cancel contracts here',
  heading: 'Withdraw, cancel, or get your money back',
  what: 'What would you like to do?',
  error: 'Error',
  continue: 'Continue',
  checkHeading: (noun: string) => `Check your ${noun}`,
  check: 'We’ll receive this when you confirm. Nothing has been sent yet.',
  change: 'Edit',
  notSent: (noun: string) => `Your ${noun} hasn’t been sent. Please try again, or write to ${site.email}.`,
  receivedHeading: (noun: string) => `We’ve received your ${noun}`,
  received: (noun: string, day: string, time: string) => `Your ${noun} arrived on ${day}, at ${time} UTC.`,
  mailed: (email: string) =>
    `We’ll email a confirmation to ${email}, unless we’ve already sent several to that address in the last few hours. Keep the email or this page: both have the time and the reference. If the email hasn’t arrived in a few minutes, check your spam folder, or write to ${site.email}.`,
  nothingElse: 'You don’t need to do anything else.',
  purchases: 'Your purchases',
  again: 'Back to the form',
  home: 'Back to the home page',
} as const;

/** The labels of the sent facts. */
export const withdrawalFacts = {
  reference: 'Reference',
  statement: 'Statement',
  name: 'Name',
  order_number: 'Order number',
  email: 'Email',
} as const;
