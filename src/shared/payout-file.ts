/** Rows that the payment provider takes in one mass-payment file. */
export const payoutFileRows = 5_000;
