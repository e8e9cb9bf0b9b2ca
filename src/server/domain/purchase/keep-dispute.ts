import { sql } from 'drizzle-orm';
import { currency } from '../../../shared/plans.ts';
import type { Database } from '../../db/database.ts';
import { disputes } from '../../db/schema/purchases.ts';
import type { News, PaymentRow } from './purchase.ts';

/**
 * Records how a dispute of these payments stands, by the provider's own time of its last change; an older answer
 * undoes no newer one. What the seller lost is known of a dispute about one payment only.
 */
export const keepDispute = async (
  tx: Database,
  rows: readonly PaymentRow[],
  dispute: News['dispute'],
): Promise<void> => {
  if (!dispute) return;
  const disputed = rows.filter(({ providerId }) => dispute.paymentIds.includes(providerId));
  const isAlone = dispute.paymentIds.length === 1 && dispute.lost.currency === currency;
  for (const payment of disputed)
    await tx
      .insert(disputes)
      .values({
        paymentId: payment.id,
        providerId: dispute.id,
        state: dispute.state,
        lostCents: isAlone ? Math.min(dispute.lost.cents, payment.amountCents) : 0,
        openedAt: dispute.openedAt,
        stateAt: dispute.changedAt,
      })
      .onConflictDoUpdate({
        target: [disputes.providerId, disputes.paymentId],
        set: {
          state: sql`excluded.state`,
          lostCents: sql`excluded.lost_cents`,
          stateAt: sql`excluded.state_at`,
        },
        setWhere: sql`excluded.state_at > ${disputes.stateAt}
          or (excluded.state_at = ${disputes.stateAt} and ${disputes.state} = 'open')`,
      });
};
