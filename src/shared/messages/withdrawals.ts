import { site } from '../site.ts';

/** Texts of the pages on which a buyer withdraws from a contract. */
export const withdrawalMessages = {
  heading: 'Withdraw from a contract',
  error: 'Error',
  continue: 'Continue',
  checkHeading: 'Check your withdrawal',
  check: 'We’ll receive this when you confirm. Nothing has been sent yet.',
  statement: 'I withdraw from the contract for this order.',
  confirm: 'Confirm withdrawal',
  change: 'Change something',
  notSent: `Your withdrawal hasn’t been sent. Please try again, or write to ${site.email}.`,
  receivedHeading: 'We’ve received your withdrawal',
  received: (day: string, time: string) => `Your withdrawal arrived on ${day}, at ${time} UTC.`,
  mailed: (email: string) =>
    `We confirm it by email to ${email}, unless we’ve sent several there in the last few hours. Keep the email or this page: both have the time and the reference. If the email isn’t there in a few minutes, look in your spam folder, or write to ${site.email}.`,
  refund: {
    known: 'We’ll refund you the way you paid, within 14 days, and write to you when it’s done.',
    unknown:
      'If we find the purchase, we’ll refund it the way it was paid, within 14 days, and write to the address it was paid with.',
  },
  next: 'If we find the purchase, we’ll refund it the way it was paid, within 14 days, and cancel the subscription if there is one. You don’t need to do anything else.',
  purchases: 'Your purchases',
  again: 'Back to the form',
  home: 'Back to the home page',
} as const;

/** The labels of what was sent. */
export const withdrawalFacts = {
  reference: 'Reference',
  statement: 'Statement',
  name: 'Name',
  order_number: 'Order number',
  email: 'Email',
} as const;
