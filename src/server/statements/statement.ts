import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { payoutState } from '../../shared/schemas/payout.ts';
import { carriedReason } from '../db/schema/statements.ts';
import { iso } from '../db/sql.ts';

const why = z
  .enum(carriedReason.enumValues)
  .check(z.describe('Why the balance was carried over and not paid out'));

/** Whose a statement is. */
export const statementOwner = z.object({ id: z.string(), name: z.string(), code: z.string() });

/** One closed month of an affiliate: opening + entries − paid = closing. US cents, `month` is `YYYY-MM`. */
export const statementSummary = z
  .object({
    month: z.string(),
    opening_cents: z.number().check(z.describe('The closing of the statement before')),
    entries_cents: z
      .number()
      .check(z.describe('The sum of its entries, and what came back of rejected payouts')),
    returned_cents: z.number().check(z.describe('The part of it that came back of rejected payouts')),
    paid_cents: z.number().check(z.describe('What its payout takes, from the moment it is proposed')),
    closing_cents: z.number().check(z.describe('What is carried over')),
    carried_reason: z.nullable(why),
    payout_state: z.nullable(payoutState).check(z.describe('Null where nothing is paid out')),
    paid_at: z.nullable(z.iso.datetime()),
  })
  .check(z.meta({ id: 'StatementSummary' }));

export type StatementSummary = z.infer<typeof statementSummary>;

/** A row of `statements` with its payout (left joined) as the fields of a StatementSummary. */
export const summaryFields: SQL = sql`
  'month', to_char(statements.month, 'YYYY-MM'), 'opening_cents', opening_cents, 'entries_cents', entries_cents,
  'returned_cents', returned_cents, 'paid_cents', paid_cents, 'closing_cents', closing_cents,
  'carried_reason', carried_reason, 'payout_state', payouts.state, 'paid_at', ${iso(sql`payouts.paid_at`)}`;
