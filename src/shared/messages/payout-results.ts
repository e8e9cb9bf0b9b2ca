/** Texts of the dashboard about payments that PayPal could not complete. Other screens do not load them. */
export const payoutResultMessages = {
  headings: {
    unclaimed: (amount: string, month: string) => `Payout unclaimed: ${amount} for ${month}`,
    returned: (amount: string, month: string) => `Payout returned: ${amount} for ${month}`,
    blocked: (amount: string, month: string) => `Payout blocked: ${amount} for ${month}`,
  },
  hints: {
    unclaimed: (until: string, email: string | null) =>
      `You have until ${until} to accept it in PayPal${email === null ? '' : `, using ${email}`}. Otherwise, we’ll pay it again later.`,
    returned: () =>
      'PayPal gave the money back: the payment wasn’t accepted. Check your payment email; the amount goes back to your balance.',
    blocked: () =>
      'PayPal didn’t let the payment through. Check that your PayPal account can receive payments; the amount goes back to your balance.',
  },
} as const;
