import { inArray, or } from 'drizzle-orm';
import { currency } from '../../../shared/plans.ts';
import type { Context } from '../../frame/context/context.ts';
import { payments, refunds } from '../../frame/db/schema/purchases.ts';
import type { Money, ProviderTransaction } from '../../frame/context/paypal.ts';
import { type LoadedBuyer, loadBuyer } from '../purchases/load-buyer.ts';
import { netRefunds } from '../purchases/refunds-and-disputes.ts';
import { amountText, compareRecord, differ, type Difference } from './difference.ts';
import { idsOf, type OurRefund } from './our-records.ts';

/** Compares PayPal's report of the refunds and reversals with our records. Ignores pending refunds. */
export async function compareRefunds(
  context: Context,
  ours: readonly OurRefund[],
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> {
  const ourIds = new Set(ours.map(({ id }) => id));
  const theirsById = new Map(listed.map((refund) => [refund.id, toRefund(refund)]));
  const differences = listed
    .filter(({ state }) => state === 'completed')
    .filter((refund) => !ourIds.has(refund.id) && !ours.some((own) => isSameReversal(own, refund)))
    .map((refund) => {
      const ids = { order_id: null, transaction_id: refund.id };
      return differ('refund-missing-here', ids, null, amountText(toRefund(refund).amount));
    });
  for (const refund of ours) {
    const compare = async () =>
      compareRefund(refund, theirsById.get(refund.id) ?? (await fetchRefund(context, refund)));
    differences.push(...(await compareRecord(idsOf(refund), compare)));
  }
  return differences;
}

interface TheirRefund {
  readonly isCompleted: boolean;
  /** Positive, as in our records. */
  readonly amount: Money;
}

function toRefund({ state, amount }: ProviderTransaction): TheirRefund {
  return { isCompleted: state === 'completed', amount: { ...amount, cents: Math.abs(amount.cents) } };
}

async function fetchRefund({ paypal }: Context, { id, type }: OurRefund): Promise<TheirRefund | null> {
  const refund = await paypal.fetchRefund(id, type === 'one-time' ? 'capture' : 'sale');
  return refund && { isCompleted: refund.state === 'completed', amount: refund.amount };
}

function compareRefund(ours: OurRefund, theirs: TheirRefund | null): Difference[] {
  const ids = idsOf(ours);
  const ourAmount = amountText({ cents: ours.amountCents, currency });
  if (!theirs) return [differ('refund-missing-at-provider', ids, ourAmount, null)];
  if (!theirs.isCompleted) return [differ('refund-state-differs', ids, 'completed', 'not completed')];
  const theirAmount = amountText(theirs.amount);
  return ourAmount === theirAmount ? [] : [differ('refund-amount-differs', ids, ourAmount, theirAmount)];
}

/** PayPal may list a reversal twice, as a reversal and as a chargeback. Only one of the two ids is recorded. */
function isSameReversal(ours: OurRefund, { kind, paymentId, amount }: ProviderTransaction): boolean {
  return (
    kind === 'reversal' &&
    ours.kind === 'reversal' &&
    ours.paymentId === paymentId &&
    ours.amountCents === Math.abs(amount.cents)
  );
}

/**
 * Finds reversals that PayPal gave back, and that still reduce a commission here, because the end of the dispute is not
 * recorded. PayPal's row names the payment, or the reversal.
 */
export async function compareReversalsBack(
  { db }: Pick<Context, 'db'>,
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> {
  const rows = listed.filter(({ kind, state }) => kind === 'reversal-back' && state === 'completed');
  if (rows.length === 0) return [];
  const namedIds = rows.flatMap(({ paymentId }) => paymentId ?? []);
  const refundedPaymentIds = db
    .select({ id: refunds.paymentId })
    .from(refunds)
    .where(inArray(refunds.providerId, namedIds));
  const purchaseIds = await db
    .select({ id: payments.purchaseId })
    .from(payments)
    .where(or(inArray(payments.providerId, namedIds), inArray(payments.id, refundedPaymentIds)));
  const buyers = await loadBuyer(db, { reference: { ids: purchaseIds.map(({ id }) => id) }, codes: [] });
  return rows.flatMap((row) => compareReversalBack(buyers, row));
}

function compareReversalBack(
  buyers: LoadedBuyer,
  { id, paymentId, amount }: ProviderTransaction,
): Difference[] {
  const reversal = buyers.refunds.find(({ providerId }) => providerId === paymentId);
  const payment = buyers.payments.find((row) =>
    reversal ? row.id === reversal.paymentId : row.providerId === paymentId,
  );
  if (!payment) return [];
  const reversals = netRefunds(buyers, payment).filter(({ kind }) => kind === 'reversal');
  const returnedCents = reversals.reduce((sum, { amountCents, netCents }) => sum + amountCents - netCents, 0);
  if (returnedCents >= amount.cents || reversals.every(({ netCents }) => netCents === 0)) return [];
  const purchase = buyers.purchases.find((row) => row.id === payment.purchaseId);
  const ids = { order_id: purchase?.providerId ?? null, transaction_id: id };
  return [differ('reversal-back-unknown', ids, 'reversed', amountText(amount))];
}
