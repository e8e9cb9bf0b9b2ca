import { sql } from 'drizzle-orm';
import { actorId, type Context } from '../context.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';
import { type Moved, movePayouts } from './move-payouts.ts';

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
