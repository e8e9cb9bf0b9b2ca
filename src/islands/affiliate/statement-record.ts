import { type AnswerOf, pathOf } from '../../client/api.ts';
import { formatDate } from '../../shared/dates.ts';
import { statementMessages } from '../../shared/messages/affiliate.ts';

/** An affiliate's statements, newest first. */
export type StatementList = AnswerOf<'GET /api/affiliates/statements'>;

/** A closed month: opening + entries − paid = closing. US cents, months are `YYYY-MM` in UTC. */
export type StatementSummary = StatementList['statements'][number];

export type Statement = AnswerOf<'GET /api/affiliates/statements/:month'>;

/** One's own statements, or for an admin those of the affiliate with an id. */
export type Whose = string | null;

/** The path of a month's statement as a file. */
export function statementFile(month: string, affiliate: Whose): string {
  const query = { format: 'csv' as const, affiliate: affiliate ?? undefined };
  return pathOf('GET /api/affiliates/statements/:month', { params: { month }, query });
}

/** What became of a month's balance, in words. */
export const stateText = ({ payout_state, paid_at, carried_reason }: StatementSummary): string => {
  const { states } = statementMessages;
  if (payout_state === 'paid') return states.paid(paid_at === null ? '' : formatDate(paid_at)).trim();
  if (payout_state !== null) return states[payout_state];
  return carried_reason === null ? states.nothing : states.carried[carried_reason];
};
