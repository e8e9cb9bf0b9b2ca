import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { type Moved, movePayouts } from './move-payouts.ts';

/** Rejects payouts that are not paid; their amounts come back with the statement of the month they are rejected in. */
export const rejectPayouts = (
  context: Context,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<Moved> =>
  movePayouts(
    context,
    ids.map((id) => ({ id })),
    {
      action: 'payout.reject',
      from: ['proposed', 'approved'],
      set: sql`state = 'rejected', rejected_reason = ${reason}::text,
        rejected_at = ${context.now.toISOString()}::timestamptz`,
      reason,
    },
  );
