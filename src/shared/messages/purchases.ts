import { site } from '../site.ts';

/** Texts about a buyer's own purchases on /purchases. A day is a date in words. */
export const ownPurchaseMessages = {
  damagedLink: 'This link is incomplete. Open it from our email again, or ask for a new one here.',

  // Whether a purchase renews, and until when it runs.
  onItsWay: 'The payment is on its way',
  renewsOn: (day: string) => `Renews on ${day}`,
  renewsFor: (day: string, amount: string) => `Renews on ${day} for ${amount}`,
  renewsYearly: 'Renews every year',
  noRenewal: 'Doesn’t renew',
  suspended: 'On hold, because PayPal couldn’t collect the last payment',
  cancelling: 'Being cancelled',
  cancellingUntil: (day: string) => `Being cancelled, runs until ${day}`,
  cancelled: 'Cancelled',
  cancelledUntil: (day: string) => `Cancelled, runs until ${day}`,
  ended: 'Ended',
  endedOn: (day: string) => `Ended on ${day}`,
  refunded: 'Refunded',

  // Payments
  reversed: 'Reversed',
  refundedAmount: (amount: string) => `${amount} refunded`,
  receiptOf: (day: string) => ` for ${day}`,

  // The company on a receipt
  addCompany: 'Add a company',
  changeCompany: 'Change the company',
  companySaved: (day: string) => `Your receipt for ${day} was updated.`,
  companyKept:
    'Your session has ended. What you typed stays here: open a new link to your purchases in another tab, then save again.',

  // The license
  licenseCovers: (day: string) => `Covers every version released through ${day}`,
  coveredVersion: (version: string) => `The newest version that it covers is ${version}:`,

  // Cancelling a subscription
  cancelRunsUntil: (day: string) =>
    `It runs until ${day}, which you’ve already paid for. It won’t renew, and you won’t be charged again.`,
  cancelAtOnce: 'It won’t renew, and you won’t be charged again.',
  cancelledNow: 'Your subscription is cancelled, and we’ve emailed you to confirm it.',
  payerCancels:
    'You get the receipts for this subscription. To cancel it, sign out here, and ask for a link with the email of the PayPal account that paid.',
  waiting:
    'PayPal is slow right now. We have your cancellation. We’ll keep trying, and email you when it’s done.',
  refused: `PayPal refused the cancellation. Write to ${site.email}, and we’ll cancel it for you.`,

  // The visitor's data and visit
  exported: (file: string) => `Your data is in the file ${file}.`,
  signedOut: 'You’re signed out.',
} as const;
