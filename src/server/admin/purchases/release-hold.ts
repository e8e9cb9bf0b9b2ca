import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { commissionHolds } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { jsonObject } from '../../frame/db/sql.ts';
import type { PurchaseDetails } from './purchase-details.ts';
import { showPurchase } from './show-purchase.ts';

/**
 * Releases a hold on a commission of this purchase, and audits it with the reason. A repetition by the same admin changes
 * nothing. Returns the purchase. Throws `purchase-not-found`, `hold-not-found`, and `hold-released` if another admin, or
 * the end of a dispute, released the hold first.
 */
export async function releaseHold(
  context: Context,
  purchaseId: string,
  { holdId, reason }: { readonly holdId: string; readonly reason: string },
): Promise<PurchaseDetails> {
  const releasedBy = actorId(context.actor);
  const [, found, , released] = await context.db.atomically((tx) => {
    const paymentIds = tx
      .select({ id: payments.id })
      .from(payments)
      .where(eq(payments.purchaseId, purchaseId));
    const isThisHold = and(eq(commissionHolds.id, holdId), inArray(commissionHolds.paymentId, paymentIds));
    const isOpen = and(isThisHold, isNull(commissionHolds.releasedAt));
    return [
      // Locks the purchase first, like `updateBuyer`. A concurrent deletion of the buyer waits for the lock, so that it also redacts
      // the reason.
      tx
        .select({ id: purchases.id })
        .from(purchases)
        .where(eq(purchases.id, purchaseId))
        .for('no key update'),
      tx.select({ id: commissionHolds.id }).from(commissionHolds).where(isThisHold).for('update'),
      tx.execute(
        insertAuditEntries(context, {
          action: 'purchase.release-hold',
          entityId: sql`${purchaseId}::text`,
          before: holdFacts(false),
          after: holdFacts(true),
          reason,
          from: sql`${commissionHolds} where ${isOpen}`,
        }),
      ),
      tx
        .update(commissionHolds)
        .set({ releasedAt: context.now, releasedBy })
        .where(isOpen)
        .returning({ id: commissionHolds.id }),
    ];
  });
  const purchase = await showPurchase(context, purchaseId);
  if (found.length === 0) throw problem('hold-not-found');
  const hold = purchase.payments.flatMap(({ holds }) => holds).find(({ id }) => id === holdId);
  if (released.length === 0 && hold?.released_by !== releasedBy) throw problem('hold-released');
  return purchase;
}

function holdFacts(released: boolean): SQL {
  const { id, reason } = commissionHolds;
  return sql`to_jsonb(${jsonObject({ hold: id, reason, released: sql`${released}::boolean` })})`;
}
