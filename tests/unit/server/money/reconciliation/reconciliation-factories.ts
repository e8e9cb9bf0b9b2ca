import type { Context } from '../../../../../src/server/frame/context/context.ts';
import type { OurPayment } from '../../../../../src/server/money/reconciliation/our-records.ts';
import type { PayPal, ProviderTransaction } from '../../../../../src/server/frame/context/paypal.ts';

export const purchaseFields = {
  orderId: 'ORDER',
  type: 'one-time' as const,
  purchaseId: 'purchase',
};

/** Returns our record of a payment. */
export const ourPayment = (changes: Partial<OurPayment> = {}): OurPayment => ({
  ...purchaseFields,
  rowId: 'payment',
  id: 'PAID',
  state: 'completed',
  amountCents: 59_99,
  refundedCents: 0,
  refundsCents: 0,
  ...changes,
});

/** Returns the same payment in PayPal's report, or another transaction. The amount is in US cents. */
export const listedTransaction = ({
  cents = 59_99,
  ...changes
}: Partial<ProviderTransaction> & { readonly cents?: number } = {}): ProviderTransaction => ({
  id: 'PAID',
  kind: 'payment',
  isSale: false,
  paymentId: null,
  customId: null,
  state: 'completed',
  amount: { cents, currency: 'USD' },
  at: new Date('2026-03-01T00:00:00Z'),
  ...changes,
});

/** Returns a context whose PayPal client gives these answers, and null otherwise. */
export const contextWith = (answers: Partial<PayPal> = {}): Context =>
  ({
    paypal: {
      fetchOrder: () => Promise.resolve(null),
      fetchSubscription: () => Promise.resolve(null),
      fetchRefund: () => Promise.resolve(null),
      ...answers,
    },
  }) as Partial<Context> as Context;
