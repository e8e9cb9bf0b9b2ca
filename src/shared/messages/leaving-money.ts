import { site } from '../site.ts';

/** Texts about the money of an affiliate who leaves or has left. Amounts are formatted. */
export const leavingMoneyMessages = {
  left: (day: string) => `You left the affiliate program on ${day}.`,
  comeBack: `Changed your mind? Write to ${site.email}.`,
  nothingToPay: 'We have nothing left to pay you.',
  balance: (amount: string, day: string) =>
    `Your balance of ${amount} will be paid after the ${day} statement, even if it’s below the minimum. A refund can still reduce it.`,
  belowZero: 'Your balance is below zero because of refunds. You don’t have to pay it back.',
  held: (amount: string) => `Another ${amount} is on hold, and will be paid if we release it.`,
  inPayouts: (amount: string) => `A payout of ${amount} is on its way to you already.`,
  noPaymentEmail:
    'You have no payment email, and we can’t pay you without one. Add one under Payment and emails first.',
  closing:
    'We delete your name and your addresses from your affiliate record once everything is paid, and 30 days have passed without a sale or a payout.',
} as const;
