import type { AnswerOf } from '../../client/api.ts';
import { formatDate, formatLongDate } from '../../shared/dates.ts';
import { statementMessages as texts } from '../../shared/messages/affiliate.ts';
import { claimedUntil } from '../../shared/payout-file.ts';

/** A closed month: opening + entries − paid = closing. Amounts are US cents. Months are `YYYY-MM` in UTC. */
export type StatementSummary = AnswerOf<'GET /api/affiliates/statements'>['statements'][number];

/** Returns the text of a statement's state. */
export function statementState({
  payout_state,
  paid_at,
  carried_reason,
  ...payout
}: StatementSummary): string {
  const { states } = texts;
  const { payout_result: result, payout_result_at: resultAt } = payout;
  if (result !== null && resultAt !== null)
    return states.results[result](formatLongDate(claimedUntil(resultAt)));
  if (payout_state === 'paid') return states.paid(paid_at === null ? '' : formatDate(paid_at)).trim();
  if (payout_state !== null) return states[payout_state];
  return carried_reason === null ? states.nothing : states.carried[carried_reason];
}
