import { count } from '../text.ts';

/** Texts of the sums that were paid in each calendar year. */
export const paidYearMessages = {
  heading: 'Paid per year',
  hint: 'By the date of the payment (UTC).',
  paidIn: (year: number) => `Paid in ${String(year)}`,
  sum: (amount: string, payouts: number) => `${amount} in ${count(payouts, 'payout')}`,
} as const;
