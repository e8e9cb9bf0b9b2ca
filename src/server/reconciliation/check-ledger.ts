import * as z from 'zod/mini';
import { notInArray, sql } from 'drizzle-orm';
import { currency } from '../../shared/plans.ts';
import { arrivedStates } from '../../shared/schemas/purchase.ts';
import type { Context } from '../context.ts';
import { payments } from '../db/schema/purchases.ts';
import { rowsOf, textArray } from '../db/sql.ts';
import { type LedgerEntry, missingEntries } from '../ledger/missing-entries.ts';
import { loadBuyer } from '../purchases/load-buyer.ts';
import { type CommissionFacts, commissionFacts } from '../purchases/payment-facts.ts';
import { amountText, differ, type Difference, type DifferenceCode } from './difference.ts';
import type { OurPayment } from './our-books.ts';

/** Purchases whose facts are read at once. */
const atOnce = 200;

const usd = (cents: number): string => amountText({ cents, currency });

const differenceCode = ({ kind }: LedgerEntry): DifferenceCode => {
  if (kind === 'commission') return 'commission-missing';
  return kind === 'refund' || kind === 'reversal' ? 'refund-share-missing' : 'commission-differs';
};

/** Each missing entry is a difference. */
const missingIn = (facts: CommissionFacts, orderId: string, now: Date): Difference[] => {
  const has = facts.entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return missingEntries(facts, now).map((due) => {
    const code = differenceCode(due);
    const transaction = code === 'refund-share-missing' ? due.source : facts.providerId;
    const [ours, theirs] =
      code === 'commission-differs' ? [usd(has), has + due.amountCents] : [null, due.amountCents];
    return differ(code, { order_id: orderId, transaction_id: transaction }, ours, usd(theirs));
  });
};

const unexpectedRow = z.object({ orderId: z.string(), id: z.string(), cents: z.number() });

/** What affiliates have of payments that are not theirs, or that never arrived. */
const unexpected = async ({ db }: Context, paymentIds: readonly string[]): Promise<Difference[]> => {
  const statement = sql`
    select purchases.provider_id as "orderId", payments.provider_id as id, sum(e.amount_cents)::int as cents
    from commission_entries e
      join payments on payments.id = e.payment_id
      join purchases on purchases.id = payments.purchase_id
    where payments.id = any (${textArray(paymentIds)}::uuid[])
      and (e.affiliate_id is distinct from purchases.affiliate_id or ${notInArray(payments.state, [...arrivedStates])})
    group by purchases.provider_id, payments.provider_id, e.affiliate_id
    having sum(e.amount_cents) <> 0`;
  return (await rowsOf(db, statement, unexpectedRow)).map(({ orderId, id, cents }) =>
    differ('commission-unexpected', { order_id: orderId, transaction_id: id }, usd(cents), usd(0)),
  );
};

const sumsOf = (payment: OurPayment): Difference[] =>
  payment.refundedCents === payment.refundsCents
    ? []
    : [
        differ(
          'refunded-sum-differs',
          { order_id: payment.orderId, transaction_id: payment.id },
          usd(payment.refundedCents),
          usd(payment.refundsCents),
        ),
      ];

/**
 * Where the ledger of these payments is not what `missingEntries` says: nothing may be missing, and nobody may have
 * what is not theirs. Changes nothing.
 */
export const checkLedger = async (context: Context, ours: readonly OurPayment[]): Promise<Difference[]> => {
  const orders = new Map(ours.map(({ paymentId, orderId }) => [paymentId, orderId]));
  const purchases = [...new Set(ours.map(({ purchaseId }) => purchaseId))];
  const found = ours.flatMap(sumsOf);
  for (let first = 0; first < purchases.length; first += atOnce) {
    const ids = purchases.slice(first, first + atOnce);
    const buyers = await loadBuyer(context.db, { of: { ids }, codes: [] });
    const rows = buyers.purchases.filter(({ id }) => ids.includes(id));
    for (const fact of commissionFacts(buyers, rows)) {
      const orderId = orders.get(fact.paymentId);
      if (orderId !== undefined) found.push(...missingIn(fact, orderId, context.now));
    }
  }
  return [...found, ...(await unexpected(context, [...orders.keys()]))];
};
