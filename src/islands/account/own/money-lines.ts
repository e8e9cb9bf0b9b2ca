import type { AnswerOf } from '../../../client/api.ts';
import { formatLongDate } from '../../../shared/dates.ts';
import { leavingMoneyMessages as texts } from '../../../shared/messages/leaving-money.ts';
import { formatUsd } from '../../../shared/money.ts';

/** The money of an affiliate. US cents. */
export type Membership = AnswerOf<'GET /api/affiliates/payout'>;

/** Returns sentences about the money of an affiliate who leaves or has left, with the amounts. */
export function moneyLines(membership: Membership): readonly string[] {
  const { balance_cents, held_cents, in_payouts_cents, next_closing, payout_email } = membership;
  const isOwed = balance_cents > 0 || held_cents > 0;
  const lines: readonly (readonly [isTrue: boolean, text: string])[] = [
    [in_payouts_cents > 0, texts.inPayouts(formatUsd(in_payouts_cents))],
    [balance_cents > 0, texts.balance(formatUsd(balance_cents), formatLongDate(next_closing))],
    [balance_cents < 0, texts.belowZero],
    [held_cents > 0, texts.held(formatUsd(held_cents))],
    [!isOwed && balance_cents === 0 && in_payouts_cents === 0, texts.nothingToPay],
    [isOwed && payout_email === null, texts.noPaymentEmail],
    [true, texts.closing],
  ];
  return lines.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}
