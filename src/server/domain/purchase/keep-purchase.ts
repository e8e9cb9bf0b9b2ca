import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import { affiliateActivations, affiliates } from '../../db/schema/affiliates.ts';
import { purchases } from '../../db/schema/purchases.ts';
import { activeAt } from '../affiliate/active-at.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { ConfirmedPurchase, PurchaseRow } from './purchase.ts';

/** The affiliate whose code travelled with the order; whether they earn is seen at each payment. */
const affiliateOf = async (tx: Database, code: string): Promise<string | null> => {
  const [row] = await tx.select({ id: affiliates.id }).from(affiliates).where(eq(affiliates.code, code));
  return row?.id ?? null;
};

/** The affiliate whose code the buyer reported, if active at that moment: another's may be reported yet. */
const activeAffiliateOf = async (tx: Database, code: string, at: Date): Promise<string | null> => {
  const [row] = await tx
    .select({ id: affiliates.id })
    .from(affiliates)
    .innerJoin(affiliateActivations, eq(affiliateActivations.affiliateId, affiliates.id))
    .where(and(eq(affiliates.code, code), activeAt(at)));
  return row?.id ?? null;
};

const referralOf = async (tx: Database, found: ConfirmedPurchase, reportedCode: string | null) => {
  const at = found.payments[0]?.paidAt;
  if (found.code) return { affiliateCode: found.code, affiliateId: await affiliateOf(tx, found.code) };
  if (!reportedCode || !at) return { affiliateCode: reportedCode, affiliateId: null };
  return { affiliateCode: reportedCode, affiliateId: await activeAffiliateOf(tx, reportedCode, at) };
};

const ended: readonly PurchaseRow['state'][] = ['completed', 'cancelled', 'expired'];

/**
 * The provider was asked before the row was locked: an older answer must not undo a newer one. Its own time of the
 * change decides; within the same second, who asked later.
 */
const isNewer = (row: PurchaseRow, { stateAt, stateAskedAt }: ConfirmedPurchase): boolean => {
  if (!stateAt || !stateAskedAt || !row.stateAt || !row.stateAskedAt) return true;
  const apart = stateAt.getTime() - row.stateAt.getTime();
  return apart > 0 || (apart === 0 && stateAskedAt > row.stateAskedAt);
};

const stateChange = (row: PurchaseRow, found: ConfirmedPurchase) => {
  if (ended.includes(row.state) || found.state === 'pending' || !isNewer(row, found)) return {};
  const { state, stateAt, stateAskedAt } = found;
  const isSame = state === row.state && stateAt?.getTime() === row.stateAt?.getTime();
  return isSame ? {} : { state, stateAt, stateAskedAt };
};

/**
 * A code that is reported later than a day after the purchase is somebody else's afterthought, and the admin's word
 * on whose purchase it is stands.
 */
const isOpenToCode = (row: PurchaseRow, { now }: Context): boolean =>
  row.reattributedAt === null && now.getTime() - row.createdAt.getTime() < 24 * 60 * 60 * 1_000;

/**
 * The purchase's row, locked: written now, or by an earlier call whose missing parts are filled in. One
 * that failed is not written anew: then there is none.
 */
export const keepPurchase = async (
  tx: Database,
  context: Context,
  found: ConfirmedPurchase,
  reportedCode: string | null,
): Promise<PurchaseRow | undefined> => {
  const { providerId, type, planId, state, stateAt, stateAskedAt, amountCents, payer } = found;
  const referral = await referralOf(tx, found, reportedCode);
  if (state !== 'failed')
    await tx
      .insert(purchases)
      .values({
        ...{ providerId, type, planId, state, stateAt, stateAskedAt, amountCents },
        payerId: payer.id,
        payerEmail: payer.email,
        payerEmailKey: payer.email && normaliseEmail(payer.email),
        ...referral,
      })
      .onConflictDoNothing();
  const [row] = await tx.select().from(purchases).where(eq(purchases.providerId, providerId)).for('update');
  if (!row) return undefined;
  const changes = {
    ...stateChange(row, found),
    ...(row.affiliateId === null && referral.affiliateId !== null && isOpenToCode(row, context) && referral),
  };
  if (Object.keys(changes).length === 0) return row;
  const [changed] = await tx
    .update(purchases)
    .set({ ...changes, updatedAt: context.now, version: row.version + 1 })
    .where(eq(purchases.id, row.id))
    .returning();
  return changed ?? row;
};
