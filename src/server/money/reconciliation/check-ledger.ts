import { and, eq, ne, notInArray, or, sql } from 'drizzle-orm';
import { currency } from '../../../shared/plans.ts';
import { arrivedStates } from '../../../shared/schemas/purchase.ts';
import type { Context } from '../../frame/context/context.ts';
import { commissionEntries } from '../../frame/db/schema/ledger.ts';
import { payments, purchases } from '../../frame/db/schema/purchases.ts';
import { textArray } from '../../frame/db/sql.ts';
import { type MissingEntry, missingEntries } from '../ledger/missing-entries.ts';
import { loadBuyer } from '../purchases/load-buyer.ts';
import { type CommissionFacts, commissionFacts } from '../purchases/payment-facts.ts';
import { amountText, differ, type Difference, type DifferenceCode } from './difference.ts';
import type { OurPayment } from './our-records.ts';

/** The number of purchases that are loaded at a time. */
const batchSize = 200;

/**
 * Checks the ledger of these payments: no entry of `missingEntries` may be missing, and no affiliate may have a commission of
 * another affiliate's payment. Changes nothing.
 */
export async function checkLedger(context: Context, ours: readonly OurPayment[]): Promise<Difference[]> {
  const orderIds = new Map(ours.map(({ rowId, orderId }) => [rowId, orderId]));
  const purchaseIds = [...new Set(ours.map(({ purchaseId }) => purchaseId))];
  const differences = ours.flatMap(checkRefundedSum);
  for (let start = 0; start < purchaseIds.length; start += batchSize) {
    const ids = purchaseIds.slice(start, start + batchSize);
    const buyers = await loadBuyer(context.db, { reference: { ids }, codes: [] });
    const rows = buyers.purchases.filter(({ id }) => ids.includes(id));
    for (const facts of commissionFacts(buyers, rows)) {
      const orderId = orderIds.get(facts.paymentId);
      if (orderId !== undefined) differences.push(...checkEntries(facts, orderId, context.now));
    }
  }
  return [...differences, ...(await findUnexpected(context, [...orderIds.keys()]))];
}

function checkRefundedSum({ orderId, id, refundedCents, refundsCents }: OurPayment): Difference[] {
  if (refundedCents === refundsCents) return [];
  const ids = { order_id: orderId, transaction_id: id };
  return [differ('refunded-sum-differs', ids, usd(refundedCents), usd(refundsCents))];
}

function checkEntries(facts: CommissionFacts, orderId: string, now: Date): Difference[] {
  const ownCents = facts.entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return missingEntries(facts, now).map((entry) => {
    const code = differenceCode(entry);
    const transactionId = code === 'refund-share-missing' ? entry.source : facts.providerId;
    const [ours, expected] =
      code === 'commission-differs'
        ? [usd(ownCents), ownCents + entry.amountCents]
        : [null, entry.amountCents];
    return differ(code, { order_id: orderId, transaction_id: transactionId }, ours, usd(expected));
  });
}

function differenceCode({ kind }: MissingEntry): DifferenceCode {
  if (kind === 'commission') return 'commission-missing';
  return kind === 'refund' || kind === 'reversal' ? 'refund-share-missing' : 'commission-differs';
}

/** Finds commissions of payments that belong to another affiliate, or that never arrived. */
async function findUnexpected({ db }: Context, paymentIds: readonly string[]): Promise<Difference[]> {
  const { affiliateId, amountCents, paymentId } = commissionEntries;
  const cents = sql<number>`sum(${amountCents})::int`;
  const rows = await db
    .select({ orderId: purchases.providerId, id: payments.providerId, cents })
    .from(commissionEntries)
    .innerJoin(payments, eq(payments.id, paymentId))
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(
      and(
        sql`${payments.id} = any (${textArray(paymentIds)}::uuid[])`,
        or(
          sql`${affiliateId} is distinct from ${purchases.affiliateId}`,
          notInArray(payments.state, [...arrivedStates]),
        ),
      ),
    )
    .groupBy(purchases.providerId, payments.providerId, affiliateId)
    .having(ne(cents, 0));
  return rows.map((row) =>
    differ(
      'commission-unexpected',
      { order_id: row.orderId, transaction_id: row.id },
      usd(row.cents),
      usd(0),
    ),
  );
}

function usd(cents: number): string {
  return amountText({ cents, currency });
}
