import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { problem } from '../../../shared/problems.ts';
import { actorId, type Context } from '../../context.ts';
import { auditRows } from '../operations/audit-rows.ts';
import { oneRow } from '../operations/one-row.ts';
import { timestamptz } from '../operations/timestamptz.ts';
import { type PurchaseDetails, showPurchase } from './show-purchase.ts';

const outcome = z.object({ known: z.boolean() });

/**
 * Releases a hold on a commission of this purchase and audits it with the reason, in one statement; one that is
 * released already stays as it is. Answers the purchase. Throws `purchase-not-found`, `hold-not-found`.
 */
export const releaseHold = async (
  context: Context,
  purchaseId: string,
  { holdId, reason }: { readonly holdId: string; readonly reason: string },
): Promise<PurchaseDetails> => {
  const { actor, now } = context;
  const logged = auditRows(context, {
    id: sql`${uuidv7()}::uuid`,
    action: 'purchase.release-hold',
    entity: 'purchase',
    entityId: sql`${purchaseId}::text`,
    before: sql`jsonb_build_object('hold', released.id, 'reason', released.reason, 'released', false)`,
    after: sql`jsonb_build_object('hold', released.id, 'reason', released.reason, 'released', true)`,
    reason,
    from: sql`released`,
  });
  // The purchase comes first, as with whoever settles it; who forgets its buyer waits for the reason that is logged here.
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
    select exists (select 1 from found) as known`;
  const { known } = await oneRow(context.db, statement, outcome);
  const purchase = await showPurchase(context, purchaseId);
  if (!known) throw problem('hold-not-found');
  return purchase;
};
