import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { problem } from '../../../shared/problems.ts';
import { actorId, type Context } from '../../frame/context/context.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { type PurchaseDetails, showPurchase } from './show-purchase.ts';

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
  const { actor, now } = context;
  const logged = insertAuditEntries(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'purchase.release-hold',
    entity: 'purchase',
    entityId: sql`${purchaseId}::text`,
    before: sql`jsonb_build_object('hold', released.id, 'reason', released.reason, 'released', false)`,
    after: sql`jsonb_build_object('hold', released.id, 'reason', released.reason, 'released', true)`,
    reason,
    from: sql`released`,
  });
  // Locks the purchase first, like `updateBuyer`. A concurrent deletion of the buyer waits for the lock, so that it also redacts
  // the reason.
  const statement = sql`with purchase as (
      select id from purchases where id = ${purchaseId}::uuid for no key update
    ),
    found as (
      select commission_holds.id from purchase join payments on payments.purchase_id = purchase.id
        join commission_holds on commission_holds.payment_id = payments.id
      where commission_holds.id = ${holdId}::uuid
    ),
    released as (
      update commission_holds set released_at = ${timestamptz(now)},
        released_by = ${actorId(actor)}::text
      where id in (select id from found) and released_at is null
      returning *
    ),
    logged as (${logged})
    select exists (select 1 from found) as exists, exists (select 1 from released) as released`;
  const { exists, released } = await oneRow(
    context.db,
    statement,
    z.object({ exists: z.boolean(), released: z.boolean() }),
  );
  const purchase = await showPurchase(context, purchaseId);
  if (!exists) throw problem('hold-not-found');
  const hold = purchase.payments.flatMap(({ holds }) => holds).find(({ id }) => id === holdId);
  if (!released && hold?.released_by !== actorId(actor)) throw problem('hold-released');
  return purchase;
}
