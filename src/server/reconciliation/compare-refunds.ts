import { currency } from '../../shared/plans.ts';
import type { Context } from '../context.ts';
import type { Money, ProviderTransaction } from '../paypal/payments.ts';
import { amountText, differ, type Difference } from './difference.ts';
import type { OurRefund } from './our-books.ts';
import { inArray, or } from 'drizzle-orm';
import { payments, refunds } from '../db/schema/purchases.ts';
import { loadBuyer } from '../purchases/load-buyer.ts';
import { countedRefunds } from '../purchases/refunds-and-disputes.ts';

interface Theirs {
  readonly isDone: boolean;
  readonly amount: Money;
}

/** What went back is positive, as it is recorded here. */
const wentBack = ({ state, amount }: ProviderTransaction): Theirs => ({
  isDone: state === 'completed',
  amount: { ...amount, cents: Math.abs(amount.cents) },
});

const askFor = async ({ payments }: Context, { id, type }: OurRefund): Promise<Theirs | null> => {
  const found = await payments.fetchRefund(id, type === 'one-time' ? 'capture' : 'sale');
  return found && { isDone: found.state === 'completed', amount: found.amount };
};

/** A reversal may be listed twice, as such and as the card company's chargeback, of which one id is recorded. */
const isSameReversal = (refund: OurRefund, { kind, paymentId, amount }: ProviderTransaction): boolean =>
  kind === 'reversal' &&
  refund.kind === 'reversal' &&
  refund.ofPayment === paymentId &&
  refund.amountCents === Math.abs(amount.cents);

/** Which refunds and reversals differ between the provider's report and our books; pending ones are none yet. */
export const compareRefunds = async (
  context: Context,
  ours: readonly OurRefund[],
  listed: readonly ProviderTransaction[],
): Promise<Difference[]> => {
  const known = new Set(ours.map(({ id }) => id));
  const theirs = new Map(listed.map((made) => [made.id, wentBack(made)]));
  const found = listed
    .filter(({ state }) => state === 'completed')
    .filter((made) => !known.has(made.id) && !ours.some((refund) => isSameReversal(refund, made)))
    .map((made) =>
      differ(
        'refund-missing-here',
        { order_id: null, transaction_id: made.id },
        null,
        amountText(wentBack(made).amount),
      ),
    );
  for (const refund of ours) {
    const what = { order_id: refund.orderId, transaction_id: refund.id };
    const amount = amountText({ cents: refund.amountCents, currency });
    const other = theirs.get(refund.id) ?? (await askFor(context, refund));
    if (!other) found.push(differ('refund-missing-at-provider', what, amount, null));
    else if (!other.isDone) found.push(differ('refund-state-differs', what, 'completed', 'not completed'));
    else if (amount !== amountText(other.amount))
      found.push(differ('refund-amount-differs', what, amount, amountText(other.amount)));
  }
  return found;
};

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
