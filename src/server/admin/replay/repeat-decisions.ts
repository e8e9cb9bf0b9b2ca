import * as z from 'zod/mini';
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { byAdmin } from '../../../shared/explain-entry.ts';
import { Problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import type { Database } from '../../frame/context/database.ts';
import { purchases } from '../../frame/db/schema/purchases.ts';
import { allRows } from '../../frame/db/sql.ts';
import { addAdjustment } from '../purchases/adjust-payment.ts';
import { type BuyerAccount, findPurchase } from '../../money/purchases/buyer-account.ts';
import { type Owner, reassignPurchase } from '../purchases/reattribute-purchase.ts';
import { syncPurchase } from '../../money/purchases/sync-purchase.ts';
import { updateBuyer } from '../../money/purchases/update-buyer.ts';

/**
 * Repeats the decisions that no event contains: the affiliate codes that buyers' browsers reported, and the admins'
 * re-attributions and adjustments. `real` is only read; `newContext` returns contexts of the replayed database.
 */
export async function repeatDecisions(real: Database, newContext: () => Context): Promise<void> {
  await repeatReports(real, newContext);
  await repeatReattributions(real, newContext);
  await repeatAdjustments(real, newContext);
}

/** Reports the real purchase's code again for each purchase that has no affiliate after the replay of the events. */
async function repeatReports(real: Database, newContext: () => Context): Promise<void> {
  const rows = await real
    .select({
      type: purchases.type,
      providerId: purchases.providerId,
      reportedCode: purchases.affiliateCode,
    })
    .from(purchases)
    .where(and(isNotNull(purchases.affiliateId), isNull(purchases.reattributedAt)))
    .orderBy(asc(purchases.createdAt), asc(purchases.id));
  for (const reference of rows) {
    const context = newContext();
    const [row] = await context.db
      .select({ affiliateId: purchases.affiliateId })
      .from(purchases)
      .where(eq(purchases.providerId, reference.providerId));
    if (row?.affiliateId === null) await syncPurchase(context, reference);
  }
}

/** Repeats the last re-attribution of each purchase. */
async function repeatReattributions(real: Database, newContext: () => Context): Promise<void> {
  const rows = await real.select().from(purchases).where(isNotNull(purchases.reattributedAt));
  for (const purchase of rows) {
    const movedPaymentIds = await reattributedPaymentIds(real, purchase.id);
    const { providerId, affiliateId, affiliateCode: code } = purchase;
    const target = affiliateId !== null && code !== null ? { id: affiliateId, code } : null;
    const context = newContext();
    const query = { reference: { providerId }, codes: target ? [target.code] : [] };
    await updateBuyer(context, query, (before) => ({
      buyer: reattribute(before, providerId, { target, movedPaymentIds, now: context.now }),
      result: null,
    }));
  }
}

const paymentId = z.object({ id: z.string() });

/**
 * Returns PayPal's ids of the payments that had arrived when the purchase was re-attributed. A re-attribution does not move
 * pending payments.
 */
async function reattributedPaymentIds(real: Database, purchaseId: string): Promise<ReadonlySet<string>> {
  const rows = await allRows(
    real,
    sql`select payments.provider_id as id
      from payments join purchases on purchases.id = payments.purchase_id
      where purchases.id = ${purchaseId}::uuid
        and greatest(payments.recorded_at, payments.paid_at) <= purchases.reattributed_at`,
    paymentId,
  );
  return new Set(rows.map(({ id }) => id));
}

interface RepeatedReattribution {
  readonly target: Owner | null;
  /** PayPal's ids of the payments that move. */
  readonly movedPaymentIds: ReadonlySet<string>;
  readonly now: Date;
}

function reattribute(
  before: BuyerAccount,
  providerId: string,
  { target, movedPaymentIds, now }: RepeatedReattribution,
): BuyerAccount {
  const row = findPurchase(before, providerId);
  if (!row) return before;
  // If the new owner is also the first owner, another affiliate or nobody owned the purchase in between. So the replay takes the
  // purchase away first.
  const isFirstOwner = row.affiliateId === (target?.id ?? null);
  const buyer = isFirstOwner
    ? reassignPurchase(before, row, { target: null, source: 'replay-taken', now })
    : before;
  return reassignPurchase(buyer, findPurchase(buyer, providerId) ?? row, {
    target,
    source: 'replay',
    now,
    isReassigned: (payment) => movedPaymentIds.has(payment.providerId) || payment.isEligible,
  });
}

const adjustmentRow = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  amountCents: z.number(),
  source: z.string(),
});

/** Repeats the admins' adjustments since the last re-attribution of each payment. Earlier adjustments have lost their effect. */
async function repeatAdjustments(real: Database, newContext: () => Context): Promise<void> {
  const rows = await allRows(
    real,
    sql`select purchases.provider_id as "orderId", payments.provider_id as "paymentId",
        e.amount_cents as "amountCents", e.source
      from commission_entries e
        join payments on payments.id = e.payment_id
        join purchases on purchases.id = payments.purchase_id and purchases.affiliate_id = e.affiliate_id
      where e.kind = 'adjustment' and e.terms_version = ${byAdmin} and not exists (
        select 1 from commission_entries later
        where later.payment_id = e.payment_id and later.affiliate_id = e.affiliate_id
          and later.kind = 'reattribution' and later.id > e.id
      )
      order by e.id`,
    adjustmentRow,
  );
  for (const row of rows) {
    const context = newContext();
    const query = { reference: { providerId: row.orderId }, codes: [] };
    await updateBuyer(context, query, (before) => ({
      buyer: adjust(before, row, context.now),
      result: null,
    }));
  }
}

function adjust(
  before: BuyerAccount,
  { orderId, paymentId: providerId, amountCents, source }: z.infer<typeof adjustmentRow>,
  now: Date,
): BuyerAccount {
  const row = findPurchase(before, orderId);
  const payment = before.payments.find((candidate) => candidate.providerId === providerId);
  if (!row || !payment) return before;
  try {
    return addAdjustment(before, row, { paymentId: payment.id, amountCents, source, now });
  } catch (error) {
    // An adjustment for a reversal is out of range if PayPal has given the reversal back since.
    if (error instanceof Problem) return before;
    throw error;
  }
}
