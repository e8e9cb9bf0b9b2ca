import * as z from 'zod/mini';
import { formatDate } from '../../shared/dates.ts';
import { statementMessages } from '../../shared/messages/statements.ts';
import { readRecord } from '../../client/accounts/read-record.ts';

/** A closed month: opening + entries − paid = closing. US cents, months are `YYYY-MM` in UTC. */
const summary = z.object({
  month: z.string(),
  opening_cents: z.number(),
  entries_cents: z.number(),
  paid_cents: z.number(),
  closing_cents: z.number(),
  carried_reason: z.nullable(z.enum(['negative', 'below-minimum', 'no-payout-email', 'closed'])),
  payout_state: z.nullable(z.enum(['proposed', 'approved', 'paid', 'rejected'])),
  paid_at: z.nullable(z.string()),
});

export type StatementSummary = z.infer<typeof summary>;

const owner = z.object({ id: z.string(), name: z.string(), code: z.string() });

const statement = z.object({
  ...summary.shape,
  affiliate: owner,
  closed_at: z.string(),
  threshold_cents: z.number(),
  no_minimum: z.boolean(),
  terms_version: z.string(),
  payout_email: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  returns: z.array(z.object({ month: z.string(), amount_cents: z.number() })),
  entries: z.array(
    z.object({
      date: z.string(),
      plan: z.string(),
      kind: z.string(),
      amount_cents: z.number(),
      explanation: z.string(),
    }),
  ),
});

export type Statement = z.infer<typeof statement>;

const list = z.object({
  affiliate: z.extend(owner, { email: z.nullable(z.string()) }),
  statements: z.array(summary),
});

/** An affiliate's statements, newest first. */
export type StatementList = z.infer<typeof list>;

/** One's own statements, or for an admin those of the affiliate with an id. */
export type Whose = string | null;

const path = '/api/affiliates/statements';

const withWhose = (of: string, affiliate: Whose, more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(affiliate !== null && { affiliate }) }).toString();
  return query === '' ? of : `${of}?${query}`;
};

/** The statements and whose they are, or the text of why they cannot be had. */
export const loadStatements = (affiliate: Whose): Promise<StatementList | string> =>
  readRecord(withWhose(path, affiliate), list);

/** One month's statement, or the text of why it cannot be had. */
export const loadStatement = (month: string, affiliate: Whose): Promise<Statement | string> =>
  readRecord(withWhose(`${path}/${encodeURIComponent(month)}`, affiliate), statement);

/** The address of a month's statement as a file. */
export const statementFile = (month: string, affiliate: Whose): string =>
  withWhose(`${path}/${encodeURIComponent(month)}`, affiliate, { format: 'csv' });

/** What became of a month's balance, in words. */
export const stateText = ({ payout_state, paid_at, carried_reason }: StatementSummary): string => {
  const { states } = statementMessages;
  if (payout_state === 'paid') return states.paid(paid_at === null ? '' : formatDate(paid_at)).trim();
  if (payout_state !== null) return states[payout_state];
  return carried_reason === null ? states.nothing : states.carried[carried_reason];
};
