import { and, eq, inArray, min, or } from 'drizzle-orm';
import { commissionFor, paymentAgeMonths } from '../../../shared/commission.ts';
import type { Database } from '../../db/database.ts';
import { affiliateActivations, affiliates } from '../../db/schema/affiliates.ts';
import { commissionEntries, commissionHolds } from '../../db/schema/ledger.ts';
import { payments, purchases } from '../../db/schema/purchases.ts';
import { activeAt } from '../affiliate/active-at.ts';
import { normaliseEmail } from './normalise-email.ts';
import type { PurchaseRow } from './purchase.ts';

type PaymentRow = typeof payments.$inferSelect;

const activeAffiliate = async (tx: Database, id: string, at: Date) => {
  const [row] = await tx
    .select({ email: affiliates.email, payoutEmail: affiliates.payoutEmail })
    .from(affiliates)
    .innerJoin(affiliateActivations, eq(affiliateActivations.affiliateId, affiliates.id))
    .where(and(eq(affiliates.id, id), activeAt(at)));
  return row;
};

/** When the buyer first paid for anything here, by payer id or by address. */
const customerFirstPaidAt = async (tx: Database, purchase: PurchaseRow, payment: PaymentRow) => {
  const samePayer = purchase.payerId ? eq(purchases.payerId, purchase.payerId) : undefined;
  const sameEmail = purchase.payerEmailKey ? eq(purchases.payerEmailKey, purchase.payerEmailKey) : undefined;
  const [row] = await tx
    .select({ at: min(payments.paidAt) })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(and(eq(payments.state, 'completed'), or(eq(purchases.id, purchase.id), samePayer, sameEmail)));
  return row?.at ?? payment.paidAt;
};

/** Whether the buyer is the affiliate: the same address, or a payer who once paid with it. */
const isSelfReferral = async (
  tx: Database,
  purchase: PurchaseRow,
  affiliateEmails: readonly (string | null)[],
): Promise<boolean> => {
  const own = affiliateEmails.flatMap((email) => (email ? [normaliseEmail(email)] : []));
  if (purchase.payerEmailKey && own.includes(purchase.payerEmailKey)) return true;
  if (!purchase.payerId || own.length === 0) return false;
  const [paid] = await tx
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.payerId, purchase.payerId), inArray(purchases.payerEmailKey, own)))
    .limit(1);
  return paid !== undefined;
};

/**
 * Appends the commission of a completed payment to the ledger, once, when the purchase names an affiliate
 * who was active at the moment of capture; tells whether it earns one. A self-referral is recorded and
 * put on hold for the admin. (decisions.md, 'Referral and commission rules')
 */
export const creditPayment = async (
  tx: Database,
  purchase: PurchaseRow,
  payment: PaymentRow,
): Promise<boolean> => {
  if (!purchase.affiliateId) return false;
  const affiliate = await activeAffiliate(tx, purchase.affiliateId, payment.paidAt);
  if (!affiliate) return false;
  const firstPaidAt = (await customerFirstPaidAt(tx, purchase, payment)).getTime();
  const paidAt = payment.paidAt.getTime();
  const baseCents = payment.amountCents - payment.taxCents;
  const ageMonths = paymentAgeMonths(
    purchase.type === 'subscription'
      ? { type: 'subscription', sequence: payment.sequence, intervalMonths: 12 }
      : { type: 'one-time', customerFirstPaidAt: firstPaidAt, paidAt },
  );
  const commission = commissionFor({ paidAt, ageMonths, customerFirstPaidAt: firstPaidAt, baseCents });
  await tx
    .insert(commissionEntries)
    .values({
      affiliateId: purchase.affiliateId,
      paymentId: payment.id,
      kind: 'commission',
      source: payment.providerId,
      baseCents,
      occurredAt: payment.paidAt,
      ...commission,
    })
    .onConflictDoNothing();

  if (await isSelfReferral(tx, purchase, [affiliate.email, affiliate.payoutEmail]))
    await tx
      .insert(commissionHolds)
      .values({ paymentId: payment.id, reason: 'self-referral' })
      .onConflictDoNothing();
  return true;
};
