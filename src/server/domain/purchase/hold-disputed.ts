import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { commissionHolds } from '../../db/schema/ledger.ts';
import { disputes, payments } from '../../db/schema/purchases.ts';
import type { PaymentRow } from './purchase.ts';

/** Who releases the hold of a dispute that ended, in `released_by`. */
const provider = 'provider';

type Hold = typeof commissionHolds.$inferSelect;

/**
 * When each payment's newest dispute was opened that is open, or lost and the money not back yet: what went back before
 * it was opened is not what it took.
 */
const unsettledSince = async (tx: Database, paymentIds: string[]): Promise<Map<string, Date | null>> => {
  const found = await tx
    .select({
      dispute: disputes,
      paid: { amountCents: payments.amountCents, refundedCents: payments.refundedCents },
      backCents: sql<number>`(
        select coalesce(sum(refunds.amount_cents), 0)::int from refunds
        where refunds.payment_id = ${disputes.paymentId} and refunds.refunded_at >= ${disputes.openedAt})`,
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(inArray(disputes.paymentId, paymentIds));
  const since = new Map<string, Date | null>();
  for (const { dispute, paid, backCents } of found) {
    const known = since.get(dispute.paymentId) ?? null;
    // How much one took that is about several payments is not known: then whatever goes back settles it.
    const isBack = backCents >= Math.max(1, dispute.lostCents) || paid.refundedCents === paid.amountCents;
    const isUnsettled = dispute.state === 'open' || (dispute.state === 'lost' && !isBack);
    const isNewer = known === null || dispute.openedAt > known;
    since.set(dispute.paymentId, isUnsettled && isNewer ? dispute.openedAt : known);
  }
  return since;
};

/** Whether the admin released a hold of this dispute, or of a later one. */
const isDecided = (holds: readonly Hold[], since: Date): boolean =>
  holds.some(
    ({ releasedAt, releasedBy, placedAt }) =>
      releasedAt !== null && releasedBy !== provider && placedAt >= since,
  );

/**
 * Holds the commission of these payments while a dispute is open, and of a lost one until the money went back; then
 * the provider's word releases it. A hold that the admin released stays so until another dispute is opened.
 */
export const holdDisputed = async (
  tx: Database,
  { now }: Context,
  rows: readonly PaymentRow[],
): Promise<void> => {
  if (rows.length === 0) return;
  const since = await unsettledSince(
    tx,
    rows.map(({ id }) => id),
  );
  for (const [paymentId, placedAt] of since) {
    const holds = await tx
      .select()
      .from(commissionHolds)
      .where(and(eq(commissionHolds.paymentId, paymentId), eq(commissionHolds.reason, 'dispute')));
    const open = holds.find(({ releasedAt }) => releasedAt === null);
    // An admin may have released it meanwhile: then it stays theirs.
    if (placedAt === null && open)
      await tx
        .update(commissionHolds)
        .set({ releasedAt: now, releasedBy: provider })
        .where(and(eq(commissionHolds.id, open.id), isNull(commissionHolds.releasedAt)));
    if (placedAt !== null && !open && !isDecided(holds, placedAt))
      await tx.insert(commissionHolds).values({ paymentId, reason: 'dispute', placedAt });
  }
};
