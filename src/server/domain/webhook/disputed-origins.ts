import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { payments, purchases } from '../../db/schema/purchases.ts';
import type { PaymentOrigin } from '../../vendors/payments/payments.ts';
import type { Books } from '../purchase/books.ts';

/** The order or the subscription of a payment, taken for one of that kind: a sale asked for as a capture may look standalone. */
const originBy = async (
  provider: Context['payments'],
  ...question: Parameters<Context['payments']['fetchPaymentOrigin']>
): Promise<PaymentOrigin | null> => {
  const origin = await provider.fetchPaymentOrigin(...question);
  return origin === 'standalone' ? null : origin;
};

type Known = PaymentOrigin & { readonly paymentId: string };

/** What the books say payments were for. */
const originsIn = ({ payments: paid, purchases: bought }: Books): Known[] =>
  paid.flatMap(({ providerId: paymentId, purchaseId }) =>
    bought
      .filter(({ id }) => id === purchaseId)
      .map(({ type, providerId }) => ({ paymentId, type, providerId })),
  );

const recordedOrigins = (db: Context['db'], paymentIds: readonly string[]): Promise<Known[]> =>
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
 * those not recorded yet.
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
  for (const paymentId of paymentIds) {
    const origin =
      known.find((row) => row.paymentId === paymentId) ??
      (await originBy(provider, paymentId, 'capture')) ??
      (await originBy(provider, paymentId, 'sale'));
    if (!origin) continue;
    const { type, providerId } = origin;
    const before = found.get(providerId)?.paymentIds ?? [];
    found.set(providerId, { origin: { type, providerId }, paymentIds: [...before, paymentId] });
  }
  return [...found.values()];
};
