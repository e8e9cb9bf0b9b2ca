import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { byAdmin } from '../../shared/explain-entry.ts';
import { fieldProblem, problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/errors.ts';
import { auditRows } from '../audit/audit-rows.ts';
import type { Books, EntryRow, PurchaseRow } from './books.ts';
import { bringLedger } from './bring-ledger.ts';
import { changeBooks, type Decision } from './change-books.ts';
import { addedByAdmin } from './due-entries.ts';
import { ledgerFacts } from './ledger-facts.ts';
import { parsePurchase, type PurchaseDetails, purchaseQuery } from './show-purchase.ts';
import { worthOf } from './worth-of.ts';

interface Adjustment {
  readonly paymentId: string;
  /** Added to the commission, in US cents; negative to take back an earlier adjustment. */
  readonly amountCents: number;
  readonly source: string;
  readonly now: Date;
}

/**
 * Books where an admin's adjustment is added to a payment's commission. It gives back at most what refunds took, and takes
 * back at most what earlier adjustments gave. Throws `adjustment-no-commission`, `adjustment-out-of-range`.
 */
export const withAdjustment = (
  books: Books,
  row: PurchaseRow,
  { paymentId, amountCents, source, now }: Adjustment,
): Books => {
  const facts = ledgerFacts(books, [row]).find((payment) => payment.paymentId === paymentId);
  if (!facts?.isEligible || facts.entries.length === 0)
    throw fieldProblem('adjustment-no-commission', 'amountCents');
  const whole = worthOf({ ...facts, refunds: [] }, now);
  const earned = facts.entries.reduce((sum, entry) => sum + entry.amountCents, 0) + amountCents;
  if (earned < 0 || earned > whole.amountCents || addedByAdmin(facts.entries) + amountCents < 0)
    throw fieldProblem('adjustment-out-of-range', 'amountCents');
  const entry: EntryRow = {
    id: uuidv7(),
    affiliateId: facts.affiliateId,
    paymentId,
    kind: 'adjustment',
    source,
    amountCents,
    baseCents: 0,
    rateBasisPoints: whole.rateBasisPoints,
    termsVersion: byAdmin,
    ageRule: whole.ageRule,
    occurredAt: now,
  };
  return bringLedger({ ...books, entries: [...books.entries, entry] }, row, now);
};

/**
 * Adds an admin's adjustment to the commission of a payment, by appending alone, and audits it with the reason. `id` is the
 * caller's: the same one sent twice is added once. Answers the purchase. Throws `purchase-not-found`,
 * `adjustment-differs` for a known id with another purchase, payment or amount, and as withAdjustment does.
 */
export const adjustPayment = async (
  context: Context,
  purchaseId: string,
  {
    id,
    reason,
    ...change
  }: Pick<Adjustment, 'paymentId' | 'amountCents'> & { readonly id: string; readonly reason: string },
): Promise<PurchaseDetails> => {
  const { now } = context;
  const shown = purchaseQuery(purchaseId);
  const source = `admin#${id}`;
  const decide = (before: Books): Decision<null> => {
    const row = before.purchases.find((purchase) => purchase.id === purchaseId);
    if (!row) throw problem('purchase-not-found');
    const made = before.entries.find((entry) => entry.source === source);
    if (made && (made.paymentId !== change.paymentId || made.amountCents !== change.amountCents))
      throw problem('adjustment-differs');
    if (made) return { books: before, answer: null, along: [shown] };
    const books = withAdjustment(before, row, { ...change, source, now });
    const logged = auditRows(context, {
      id: sql`${uuidv7()}::uuid`,
      action: 'purchase.adjust',
      entity: 'purchase',
      entityId: sql`${purchaseId}::text`,
      after: sql`jsonb_build_object('affiliate', ${row.affiliateId}::text, 'payment', ${change.paymentId}::text,
        'amount_cents', ${change.amountCents}::int)`,
      reason,
      from: sql`(select 1) as one`,
    });
    return {
      answer: null,
      books,
      // Closing the affiliate's record waits for the reason that is logged here.
      lock: [sql`select id from affiliates where id = ${row.affiliateId}::uuid for share`],
      along: [logged, shown],
    };
  };
  try {
    const { rows } = await changeBooks(context, { of: { ids: [purchaseId] }, codes: [] }, decide);
    return parsePurchase(rows);
  } catch (error) {
    // The id names an adjustment of another buyer's payment.
    throw isUniqueViolation(error) ? problem('adjustment-differs', { cause: error }) : error;
  }
};
