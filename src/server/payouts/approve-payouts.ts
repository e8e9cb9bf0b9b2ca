import { sql } from 'drizzle-orm';
import { actorId, type Context } from '../context.ts';
import { timestamptz } from '../db/sql.ts';
import { type Moved, movePayouts } from './move-payouts.ts';
import { problem } from '../../shared/problems.ts';
import type { PaidItem } from '../../shared/schemas/payout.ts';
import { isUniqueViolation } from '../db/errors.ts';

/** Approves proposed payouts; one whose address was forgotten stays proposed. */
export const approvePayouts = (context: Context, ids: readonly string[]): Promise<Moved> => {
  const by = actorId(context.actor);
  return movePayouts(
    context,
    ids.map((id) => ({ id })),
    {
      action: 'payout.approve',
      from: ['proposed'],
      set: sql`state = 'approved', approved_by = ${by}::text, approved_at = ${timestamptz(context.now)}`,
      condition: sql`found.payout_email is not null`,
    },
  );
};

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

interface Rejection {
  readonly ids: readonly string[];
  readonly reason: string;
  /** Those that whoever rejects knows to be in a payment file. */
  readonly exported: readonly string[];
}

/**
 * Rejects payouts that are not paid; their amounts come back with the statement of the month they are rejected in. One
 * that was exported may be paid yet, so it stays as it is unless `exported` names it: whoever rejects knows of the file.
 */
export const rejectPayouts = (context: Context, { ids, reason, exported }: Rejection): Promise<Moved> =>
  movePayouts(
    context,
    ids.map((id) => ({ id })),
    {
      action: 'payout.reject',
      from: ['proposed', 'approved'],
      set: sql`state = 'rejected', rejected_reason = ${reason}::text,
        rejected_at = ${timestamptz(context.now)}`,
      condition: sql`(found.exported_at is null or found.id = any (${`{${exported.join(',')}}`}::uuid[]))`,
      reason,
    },
  );
