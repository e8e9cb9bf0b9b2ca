import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { affiliateActivations, affiliates } from '../../db/schema/affiliates.ts';
import { payments, purchases } from '../../db/schema/purchases.ts';
import type { ProviderPayment } from '../../vendors/payments/payments.ts';
import { activeAt } from '../affiliate/active-at.ts';
import { creditPayment } from './credit-payment.ts';
import { normaliseEmail } from './normalise-email.ts';
import { toRecorded, type ConfirmedPurchase, type PurchaseRow, type RecordedPurchase } from './purchase.ts';

/** The affiliate whose code it is, if active at that moment. */
const affiliateOf = async (
  tx: Database,
  code: string | null,
  at: Date | undefined,
): Promise<string | null> => {
  if (!code || !at) return null;
  const [row] = await tx
    .select({ id: affiliates.id })
    .from(affiliates)
    .innerJoin(affiliateActivations, eq(affiliateActivations.affiliateId, affiliates.id))
    .where(and(eq(affiliates.code, code), activeAt(at)));
  return row?.id ?? null;
};

const ended: readonly PurchaseRow['state'][] = ['completed', 'cancelled', 'expired'];

/** The provider was asked before the row was locked: an older answer must not undo a newer one. */
const mayBecome = (state: PurchaseRow['state'], next: PurchaseRow['state']): boolean =>
  state !== next && !ended.includes(state) && next !== 'pending';

/** A code that is reported later than a day after the purchase is somebody else's afterthought. */
const isRecent = (row: PurchaseRow, { now }: Context): boolean =>
  now.getTime() - row.createdAt.getTime() < 24 * 60 * 60 * 1_000;

/**
 * The purchase's row, locked: written now, or by an earlier call whose missing parts are filled in. One
 * that failed is not written anew: then there is none.
 */
const keepPurchase = async (
  tx: Database,
  context: Context,
  found: ConfirmedPurchase,
): Promise<PurchaseRow | undefined> => {
  const { payer } = found;
  const affiliateId = await affiliateOf(tx, found.code, found.payments[0]?.paidAt);
  const referral = { affiliateCode: found.code, affiliateId };
  if (found.state !== 'failed')
    await tx
      .insert(purchases)
      .values({
        providerId: found.providerId,
        type: found.type,
        planId: found.planId,
        state: found.state,
        amountCents: found.amountCents,
        payerId: payer.id,
        payerEmail: payer.email,
        payerEmailKey: payer.email && normaliseEmail(payer.email),
        ...referral,
      })
      .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(purchases)
    .where(eq(purchases.providerId, found.providerId))
    .for('update');
  if (!row) return undefined;
  const changes = {
    ...(mayBecome(row.state, found.state) && { state: found.state }),
    ...(row.affiliateId === null && affiliateId !== null && isRecent(row, context) && referral),
  };
  if (Object.keys(changes).length === 0) return row;
  const [changed] = await tx
    .update(purchases)
    .set({ ...changes, updatedAt: context.now, version: row.version + 1 })
    .where(eq(purchases.id, row.id))
    .returning();
  return changed ?? row;
};

const keepPayments = async (tx: Database, purchase: PurchaseRow, found: readonly ProviderPayment[]) => {
  const known = await tx.select().from(payments).where(eq(payments.purchaseId, purchase.id));
  let sequence = Math.max(0, ...known.map((row) => row.sequence));
  const kept = [];
  for (const payment of found) {
    const row = known.find((candidate) => candidate.providerId === payment.id);
    if (row && row.state !== 'pending') kept.push(row);
    else if (row) {
      const next = { state: payment.state };
      kept.push(...(await tx.update(payments).set(next).where(eq(payments.id, row.id)).returning()));
    } else if (payment.state !== 'declined') {
      const values = {
        purchaseId: purchase.id,
        providerId: payment.id,
        sequence: ++sequence,
        state: payment.state,
        amountCents: payment.amount.cents,
        taxCents: payment.taxCents,
        paidAt: payment.paidAt,
      };
      kept.push(...(await tx.insert(payments).values(values).returning()));
    }
  }
  return kept;
};

/**
 * Writes a confirmed purchase, its payments and their commissions in one transaction. Safe to repeat and
 * to run at once with itself: unique provider ids make it one purchase, one payment, one commission. An
 * earlier record without an affiliate is credited when the code arrives later. Null for a failed purchase
 * that was never recorded.
 */
export const recordPurchase = async (
  context: Context,
  found: ConfirmedPurchase,
): Promise<RecordedPurchase | null> =>
  context.db.transaction(async (tx) => {
    const purchase = await keepPurchase(tx, context, found);
    if (!purchase) return null;
    let credited = false;
    for (const payment of await keepPayments(tx, purchase, found.payments))
      if (payment.state === 'completed') credited = (await creditPayment(tx, purchase, payment)) || credited;
    return toRecorded(purchase, credited);
  });
