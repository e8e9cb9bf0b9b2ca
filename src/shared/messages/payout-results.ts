import { site } from '../site.ts';

/** Texts of the dashboard about payments that PayPal could not complete. Other screens do not load them. */
export const payoutResultMessages = {
  headings: {
    unclaimed: (amount: string, month: string) => `Payout unclaimed: ${amount} for ${month}`,
    returned: (amount: string, month: string) => `Payout returned: ${amount} for ${month}`,
    blocked: (amount: string, month: string) => `Payout blocked: ${amount} for ${month}`,
  },
  hints: {
    unclaimed: (until: string, address: string) =>
      `PayPal waits until ${until} for you to accept it${address}. Confirm this address in your PayPal account, or open one with it. If you don’t, the money comes back to us, and we pay it again later.`,
    returned: () =>
      `PayPal gave the money back to us, because the payment wasn’t accepted. Nothing is lost: check your payment email, and the amount goes back to your balance. Questions? Write to ${site.email}.`,
    blocked: () =>
      `PayPal didn’t let the payment through. Nothing is lost: check that your PayPal account can receive payments, and the amount goes back to your balance. Questions? Write to ${site.email}.`,
  },
} as const;
