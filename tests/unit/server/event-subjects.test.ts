import { expect, it } from 'vitest';
import { problem } from '../../../src/shared/problems.ts';
import type { Context } from '../../../src/server/context.ts';
import { eventSubjects } from '../../../src/server/domain/webhook/event-subjects.ts';
import type { PaymentOrigin, Payments } from '../../../src/server/vendors/payments/payments.ts';

const at = new Date('2026-03-01T00:00:00Z');

/** What the provider says of a refund of one sale, which was for `origin`. */
const asked = (origin: PaymentOrigin | 'standalone' | null) => {
  const payments: Pick<Payments, 'fetchRefund' | 'fetchEvent' | 'fetchPaymentOrigin'> = {
    fetchRefund: (id) =>
      Promise.resolve({
        id,
        paymentId: 'S-1',
        state: 'completed',
        amount: { cents: 1, currency: 'USD' },
        refundedAt: at,
      }),
    fetchEvent: () => Promise.resolve({ type: 'PAYMENT.SALE.REFUNDED', completed: null }),
    fetchPaymentOrigin: () => Promise.resolve(origin),
  };
  return eventSubjects({ payments } as Context, {
    id: 'WH-1',
    event_type: 'PAYMENT.SALE.REFUNDED',
    create_time: at.toISOString(),
    resource: { id: 'R-1' },
  });
};

it('has no subject in a refund of a sale that was of no subscription: nothing that is sold here', async () => {
  expect(await asked('standalone')).toEqual([]);
  expect(await asked({ type: 'subscription', providerId: 'I-1' })).toHaveLength(1);
});

it('has an event tried again while the provider does not know the payment yet', async () => {
  await expect(asked(null)).rejects.toEqual(problem('order-not-found'));
});
