import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';
import { type Moved, movePayouts } from './move-payouts.ts';

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
