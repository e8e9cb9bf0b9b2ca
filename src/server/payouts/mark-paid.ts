import { sql } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { PaidItem } from '../../shared/schemas/payout.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';
import { type Moved, movePayouts } from './move-payouts.ts';

/**
 * Marks approved payouts as paid, each by the payment provider's transaction. All of them or none: throws
 * `payout-transaction-taken` where one of the transactions is another payout's.
 */
export const markPaid = async (context: Context, items: readonly PaidItem[]): Promise<Moved> => {
  try {
    return await movePayouts(context, items, {
      action: 'payout.paid',
      from: ['approved'],
      set: sql`state = 'paid', transaction_id = wanted.transaction_id,
        paid_at = ${timestamptz(context.now)}`,
    });
  } catch (error) {
    throw isUniqueViolation(error) ? problem('payout-transaction-taken', { cause: error }) : error;
  }
};
