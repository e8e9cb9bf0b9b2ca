import type { Context } from '../../../src/server/context.ts';
import type { OurPayment } from '../../../src/server/reconciliation/our-records.ts';
import type { PayPal, ProviderTransaction } from '../../../src/server/paypal/paypal.ts';

export const bought = {
  ...{ orderId: 'ORDER', type: 'one-time' as const, purchaseId: 'purchase' },
};

/** A payment as it is recorded here. */
export const paid = (changes: Partial<OurPayment> = {}): OurPayment => ({
  ...{ ...bought, rowId: 'payment', id: 'PAID', state: 'completed', amountCents: 59_99 },
  ...{ refundedCents: 0, refundsCents: 0 },
  ...changes,
});

/** The same payment, or another movement, as the provider’s report lists it; the amount in US cents. */
export const listed = ({
  cents = 59_99,
  ...changes
}: Partial<ProviderTransaction> & { readonly cents?: number } = {}): ProviderTransaction => ({
  ...{ id: 'PAID', kind: 'payment', isSale: false, paymentId: null, state: 'completed' },
  ...{ amount: { cents, currency: 'USD' }, at: new Date('2026-03-01T00:00:00Z') },
  ...changes,
});

/** A provider who knows nothing but what these answer. */
export const asking = (answers: Partial<PayPal> = {}): Context =>
  ({
    paypal: {
      fetchOrder: () => Promise.resolve(null),
      fetchSubscription: () => Promise.resolve(null),
      fetchRefund: () => Promise.resolve(null),
      ...answers,
    },
  }) as Partial<Context> as Context;
