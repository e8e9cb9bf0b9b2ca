import { eq, inArray } from 'drizzle-orm';
import { problem } from '../../shared/problems.ts';
import type { Context } from '../context.ts';
import { payments, purchases } from '../db/schema/purchases.ts';
import type { PaymentOrigin } from '../paypal/payments.ts';
import type { Books } from '../purchases/books.ts';

/** What a payment of either kind was for: a sale that is asked for as a capture may look standalone. */
const askOrigin = async (
  provider: Context['payments'],
  paymentId: string,
): Promise<PaymentOrigin | 'standalone' | null> => {
  const asCapture = await provider.fetchPaymentOrigin(paymentId, 'capture');
  if (asCapture !== null && asCapture !== 'standalone') return asCapture;
  return (await provider.fetchPaymentOrigin(paymentId, 'sale')) ?? asCapture;
};

type Known = PaymentOrigin & { readonly paymentId: string };

/** What the books say payments were for. */
const originsIn = ({ payments: paid, purchases: bought }: Books): Known[] =>
  paid.flatMap(({ providerId: paymentId, purchaseId }) =>
    bought
      .filter(({ id }) => id === purchaseId)
      .map(({ type, providerId }) => ({ paymentId, type, providerId })),
  );

/** What payments of ours were for, by the provider's ids; of others nothing. */
export const recordedOrigins = (db: Context['db'], paymentIds: readonly string[]): Promise<Known[]> =>
  db
    .select({ paymentId: payments.providerId, type: purchases.type, providerId: purchases.providerId })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(inArray(payments.providerId, [...paymentIds]));

/** A purchase, and which of the payments asked about were for it. */
export interface Disputed {
  readonly origin: PaymentOrigin;
  readonly paymentIds: readonly string[];
}

/**
 * What payments were for, each purchase once: by what was `seen` of our records, by our records, or by the provider's for
 * those not recorded yet. Throws `order-not-found` where it knows none of them yet.
 */
export const disputedOrigins = async (
  { db, payments: provider }: Context,
  paymentIds: readonly string[],
  seen?: Books,
): Promise<Disputed[]> => {
  const known = seen ? originsIn(seen) : [];
  const others = paymentIds.filter((id) => known.every(({ paymentId }) => paymentId !== id));
  if (others.length > 0) known.push(...(await recordedOrigins(db, others)));
  const found = new Map<string, Disputed>();
  const unknown: string[] = [];
  for (const paymentId of paymentIds) {
    const origin = known.find((row) => row.paymentId === paymentId) ?? (await askOrigin(provider, paymentId));
    if (origin === null) unknown.push(paymentId);
    if (origin === null || origin === 'standalone') continue;
    const { type, providerId } = origin;
    const before = found.get(providerId)?.paymentIds ?? [];
    found.set(providerId, { origin: { type, providerId }, paymentIds: [...before, paymentId] });
  }
  if (found.size === 0 && unknown.length > 0) throw problem('order-not-found');
  return [...found.values()];
};
