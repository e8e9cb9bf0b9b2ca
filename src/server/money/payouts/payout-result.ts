import * as z from 'zod/mini';
import { inArray, sql } from 'drizzle-orm';
import { payoutResult } from '../../../shared/schemas/payout.ts';
import { payouts } from '../../frame/db/schema/statements.ts';
import { iso } from '../../frame/db/sql.ts';

export type PayoutResult = z.infer<typeof payoutResult>;

/** SQL condition: the payout is neither paid nor rejected. */
export const isOpenPayout = inArray(payouts.state, ['proposed', 'approved']);

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

/** The columns of a `reportedResult`, for `payouts`. */
export const resultColumns = {
  result: sql<PayoutResult | null>`case when ${isOpenPayout} then ${payouts.result} end`,
  result_at: sql<string | null>`case when ${isOpenPayout} then ${iso(payouts.resultAt)} end`,
};
