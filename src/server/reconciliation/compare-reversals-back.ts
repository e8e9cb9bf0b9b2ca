import { inArray, or } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { payments, refunds } from '../db/schema/purchases.ts';
import type { ProviderTransaction } from '../paypal/payments.ts';
import { loadBuyer } from '../purchases/load-buyer.ts';
import { countedRefunds } from '../purchases/refunds-and-disputes.ts';
import { amountText, differ, type Difference } from './difference.ts';

/**
 * Which reversals the provider gave back that still take a commission here: the end of their dispute is not known. A return
 * names the payment, or the reversal.
 */
export const compareReversalsBack = async (
  { db }: Pick<Context, 'db'>,
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> => {
  const back = listed.filter(({ kind, state }) => kind === 'reversal-back' && state === 'completed');
  if (back.length === 0) return [];
  const named = back.flatMap(({ paymentId }) => paymentId ?? []);
  const concerned = await db
    .select({ id: payments.purchaseId })
    .from(payments)
    .where(
      or(
        inArray(payments.providerId, named),
        inArray(
          payments.id,
          db.select({ id: refunds.paymentId }).from(refunds).where(inArray(refunds.providerId, named)),
        ),
      ),
    );
  const buyers = await loadBuyer(db, { of: { ids: concerned.map(({ id }) => id) }, codes: [] });
  return back.flatMap(({ id, paymentId, amount }) => {
    const reversal = buyers.refunds.find(({ providerId }) => providerId === paymentId);
    const payment = buyers.payments.find((row) =>
      reversal ? row.id === reversal.paymentId : row.providerId === paymentId,
    );
    if (!payment) return [];
    const taken = countedRefunds(buyers, payment).filter(({ kind }) => kind === 'reversal');
    const given = taken.reduce((sum, { amountCents, staysCents }) => sum + amountCents - staysCents, 0);
    if (given >= amount.cents || taken.every(({ staysCents }) => staysCents === 0)) return [];
    const order = buyers.purchases.find((purchase) => purchase.id === payment.purchaseId);
    const what = { order_id: order?.providerId ?? null, transaction_id: id };
    return [differ('reversal-back-unknown', what, 'reversed', amountText(amount))];
  });
};
