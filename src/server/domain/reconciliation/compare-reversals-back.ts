import { inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { payments } from '../../db/schema/purchases.ts';
import type { ProviderTransaction } from '../../vendors/payments/payments.ts';
import { countedRefunds } from '../purchase/counted-refunds.ts';
import { readBooks } from '../purchase/read-books.ts';
import { amountText, differ, type Difference } from './difference.ts';

/** Which reversals the provider gave back that still take a commission here: the end of their dispute is not known. */
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
    .where(inArray(payments.providerId, named));
  const books = await readBooks(db, { of: { ids: concerned.map(({ id }) => id) }, codes: [] });
  return back.flatMap(({ id, paymentId, amount }) => {
    const payment = books.payments.find(({ providerId }) => providerId === paymentId);
    const counts = payment && countedRefunds(books, payment).some(({ kind }) => kind === 'reversal');
    if (!counts) return [];
    const order = books.purchases.find((purchase) => purchase.id === payment.purchaseId);
    const what = { order_id: order?.providerId ?? null, transaction_id: id };
    return [differ('reversal-back-unknown', what, 'reversed', amountText(amount))];
  });
};
