import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { payoutResult } from '../../../shared/schemas/payout.ts';
import { iso } from '../../frame/db/sql.ts';

/** PayPal's report about the payment of a payout. */
export const reportedResult = z.object({
  result: z
    .nullable(payoutResult)
    .check(
      z.describe('What PayPal reports about an open payout; null if nothing, and once paid or rejected'),
    ),
  result_at: z
    .nullable(z.iso.datetime())
    .check(z.describe('When PayPal sent, returned or blocked the payment')),
});

/** SQL for the `result` of a row of `payouts`. */
export const openResult = sql`case when payouts.state in ('proposed', 'approved') then payouts.result end`;

/** SQL for its `result_at`. */
export const openResultAt = sql`case when payouts.state in ('proposed', 'approved') then ${iso(sql`payouts.result_at`)} end`;

/** The fields of a `reportedResult`, for `json_build_object`. */
export const resultFields = sql`'result', ${openResult}, 'result_at', ${openResultAt}`;
