import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { byAdmin } from '../../../shared/explain-entry.ts';
import { fieldProblem, problem } from '../../../shared/problems.ts';
import { insertAuditEntries, knownFacts } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { isUniqueViolation } from '../../frame/db/errors.ts';
import { adminAdjustments, netCommission } from '../../money/ledger/missing-entries.ts';
import type { BuyerAccount, EntryRow, PurchaseRow } from '../../money/purchases/buyer-account.ts';
import { lockAffiliates } from './lock-affiliates.ts';
import { commissionFacts } from '../../money/purchases/payment-facts.ts';
import { postCommission } from '../../money/purchases/post-commission.ts';
import type { PurchaseDetails } from './purchase-details.ts';
import { selectPurchase, toPurchase } from './show-purchase.ts';
import { type Decision, updateBuyer } from '../../money/purchases/update-buyer.ts';

interface Adjustment {
  readonly paymentId: string;
  /** The change of the commission in US cents. A negative amount takes back an earlier adjustment. */
  readonly amountCents: number;
  readonly source: string;
  readonly now: Date;
}

type AdjustmentInput = Pick<Adjustment, 'paymentId' | 'amountCents'> & {
  readonly id: string;
  readonly reason: string;
};

/**
 * Adds an admin's adjustment to the commission of a payment, and audits it with the reason. Idempotent by `id`, which the
 * caller chooses. Returns the purchase. Throws `purchase-not-found`, `adjustment-differs` if the id belongs to another
 * adjustment, and the problems of `addAdjustment`.
 */
export async function adjustPayment(
  context: Context,
  purchaseId: string,
  { id, reason, ...change }: AdjustmentInput,
): Promise<PurchaseDetails> {
  const { now } = context;
  const source = `admin#${id}`;
  const decide = (before: BuyerAccount): Decision<null> => {
    const row = before.purchases.find((purchase) => purchase.id === purchaseId);
    if (!row) throw problem('purchase-not-found');
    const existing = before.entries.find((entry) => entry.source === source);
    if (existing && (existing.paymentId !== change.paymentId || existing.amountCents !== change.amountCents))
      throw problem('adjustment-differs');
    if (existing) return { buyer: before, result: null };
    const logged = insertAuditEntries(context, {
      action: 'purchase.adjust',
      entityId: sql`${purchaseId}::text`,
      after: knownFacts({
        affiliate: row.affiliateId,
        payment: change.paymentId,
        amount_cents: change.amountCents,
      }),
      reason,
      from: sql`(select 1) as one`,
    });
    return {
      result: null,
      buyer: addAdjustment(before, row, { ...change, source, now }),
      // A concurrent closing of the affiliate waits for this lock, so that it also redacts the reason.
      locks: [lockAffiliates([row.affiliateId])],
      statements: [logged],
    };
  };
  try {
    const query = { reference: { ids: [purchaseId] }, codes: [] };
    const { answer } = await updateBuyer(context, query, decide, {
      answer: (tx) => selectPurchase(tx, purchaseId),
    });
    return toPurchase(context, answer);
  } catch (error) {
    // The id belongs to an adjustment of another buyer's payment.
    throw isUniqueViolation(error) ? problem('adjustment-differs', { cause: error }) : error;
  }
}

/**
 * Appends an adjustment to a payment's commission. The admins' adjustments of the payment must add up to at least 0. The sum
 * of all entries must stay between 0 and the commission before refunds. Throws `adjustment-no-commission`,
 * `adjustment-out-of-range`.
 */
export function addAdjustment(
  buyer: BuyerAccount,
  row: PurchaseRow,
  { paymentId, amountCents, source, now }: Adjustment,
): BuyerAccount {
  const facts = commissionFacts(buyer, [row]).find((payment) => payment.paymentId === paymentId);
  if (!facts?.isEligible || facts.entries.length === 0)
    throw fieldProblem('adjustment-no-commission', 'amountCents');
  const fullCommission = netCommission({ ...facts, refunds: [] });
  const newTotalCents = facts.entries.reduce((sum, entry) => sum + entry.amountCents, 0) + amountCents;
  const newAdjustmentCents = adminAdjustments(facts.entries) + amountCents;
  if (newTotalCents < 0 || newTotalCents > fullCommission.amountCents || newAdjustmentCents < 0)
    throw fieldProblem('adjustment-out-of-range', 'amountCents');
  const entry: EntryRow = {
    id: uuidv7(),
    affiliateId: facts.affiliateId,
    paymentId,
    kind: 'adjustment',
    source,
    amountCents,
    baseCents: 0,
    rateBasisPoints: fullCommission.rateBasisPoints,
    termsVersion: byAdmin,
    ageRule: fullCommission.ageRule,
    occurredAt: now,
  };
  return postCommission({ ...buyer, entries: [...buyer.entries, entry] }, row, now);
}
