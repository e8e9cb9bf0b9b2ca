import * as z from 'zod/mini';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { byAdmin } from '../../shared/explain-entry.ts';
import { Problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { affiliates } from '../db/schema/affiliates.ts';
import { purchases, purchaseType } from '../db/schema/purchases.ts';
import { rowsOf } from '../db/sql.ts';
import { addAdjustment } from '../purchases/adjust-payment.ts';
import { type BuyerAccount, findPurchase } from '../purchases/buyer-account.ts';
import { reassignPurchase } from '../purchases/reattribute-purchase.ts';
import { syncPurchase } from '../purchases/sync-purchase.ts';
import { updateBuyer } from '../purchases/update-buyer.ts';

const reported = z.object({
  type: z.enum(purchaseType.enumValues),
  providerId: z.string(),
  code: z.string(),
});

/** The codes that buyers reported themselves are no events: they are taken from the real purchases. */
const reportCodes = async (from: Database, newContext: () => Context): Promise<void> => {
  const rows = await rowsOf(
    from,
    sql`select type, provider_id as "providerId", affiliate_code as code from purchases
      where affiliate_id is not null and reattributed_at is null order by created_at, id`,
    reported,
  );
  for (const { type, providerId, code } of rows) {
    const context = newContext();
    const [row] = await context.db
      .select({ affiliateId: purchases.affiliateId })
      .from(purchases)
      .where(eq(purchases.providerId, providerId));
    if (row?.affiliateId === null) await syncPurchase(context, { type, providerId, reportedCode: code });
  }
};

const paid = z.object({ id: z.string() });

/**
 * An admin's re-attributions: the last word on each purchase, with the payments that had arrived when it was said. One that
 * was pending then was no part of it, however long it had been recorded.
 */
const reassignAgain = async (from: Database, newContext: () => Context): Promise<void> => {
  const moved = await from
    .select({ purchase: purchases, code: affiliates.code })
    .from(purchases)
    .leftJoin(affiliates, eq(affiliates.id, purchases.affiliateId))
    .where(isNotNull(purchases.reattributedAt));
  for (const { purchase, code } of moved) {
    const rows = await rowsOf(
      from,
      sql`select payments.provider_id as id
        from payments join purchases on purchases.id = payments.purchase_id
        where purchases.id = ${purchase.id}::uuid
          and greatest(payments.recorded_at, payments.paid_at) <= purchases.reattributed_at`,
      paid,
    );
    const known = new Set(rows.map(({ id }) => id));
    const target = purchase.affiliateId !== null && code !== null ? { id: purchase.affiliateId, code } : null;
    const context = newContext();
    const { providerId } = purchase;
    const { now } = context;
    const reassign = (before: BuyerAccount): BuyerAccount => {
      const found = findPurchase(before, providerId);
      if (!found) return before;
      // What came back to whom it was of before was taken from them in between.
      const isBack = found.affiliateId === (target?.id ?? null);
      const taken = isBack
        ? reassignPurchase(before, found, { target: null, source: 'replay-taken', now })
        : before;
      return reassignPurchase(taken, findPurchase(taken, providerId) ?? found, {
        ...{ target, now },
        source: 'replay',
        isReassigned: (payment) => known.has(payment.providerId) || payment.isEligible,
      });
    };
    const query = { of: { providerId }, codes: code === null ? [] : [code] };
    await updateBuyer(context, query, (before) => ({ buyer: reassign(before), result: null }));
  }
};

const adjusted = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  amountCents: z.number(),
  source: z.string(),
});

/** An admin's adjustments that still count: those since the payment was last given to its affiliate. */
const adjustAgain = async (from: Database, newContext: () => Context): Promise<void> => {
  const rows = await rowsOf(
    from,
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
    adjusted,
  );
  for (const { orderId, paymentId: providerId, amountCents, source } of rows) {
    const context = newContext();
    const adjust = (before: BuyerAccount): BuyerAccount => {
      const row = findPurchase(before, orderId);
      const payment = before.payments.find((made) => made.providerId === providerId);
      if (!row || !payment) return before;
      try {
        return addAdjustment(before, row, {
          ...{ paymentId: payment.id, amountCents, source },
          now: context.now,
        });
      } catch (error) {
        // What a reversal took and came back since needs no adjustment any more.
        if (error instanceof Problem) return before;
        throw error;
      }
    };
    const query = { of: { providerId: orderId }, codes: [] };
    await updateBuyer(context, query, (before) => ({ buyer: adjust(before), result: null }));
  }
};

/** Repeats what people decided and no event tells: codes that buyers reported, re-attributions, and adjustments. */
export const repeatDecisions = async (from: Database, newContext: () => Context): Promise<void> => {
  await reportCodes(from, newContext);
  await reassignAgain(from, newContext);
  await adjustAgain(from, newContext);
};
