import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { payments, purchases } from '../../db/schema/purchases.ts';
import type { PaymentOrigin } from '../../vendors/payments/payments.ts';

/** What payments were for, each purchase once: by our records, or by the provider's for those not recorded yet. */
export const disputedOrigins = async (
  { db, payments: provider }: Context,
  paymentIds: readonly string[],
): Promise<PaymentOrigin[]> => {
  if (paymentIds.length === 0) return [];
  const known = await db
    .select({ paymentId: payments.providerId, type: purchases.type, providerId: purchases.providerId })
    .from(payments)
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .where(inArray(payments.providerId, [...paymentIds]));
  const origins = new Map<string, PaymentOrigin>();
  for (const paymentId of paymentIds) {
    const origin =
      known.find((row) => row.paymentId === paymentId) ??
      (await provider.fetchPaymentOrigin(paymentId, 'capture')) ??
      (await provider.fetchPaymentOrigin(paymentId, 'sale'));
    if (origin && origin !== 'standalone')
      origins.set(origin.providerId, { type: origin.type, providerId: origin.providerId });
  }
  return [...origins.values()];
};
