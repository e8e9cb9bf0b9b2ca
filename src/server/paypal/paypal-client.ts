import type * as z from 'zod/mini';
import { createPayPalApi, timeLimit, type PayPalSettings } from './paypal-api.ts';
import {
  captureRefundShape,
  captureShape,
  completedType,
  disputeShape,
  eventShape,
  eventsShape,
  saleRefundShape,
  saleShape,
} from './paypal-payment-shapes.ts';
import { orderShape, subscriptionShape, transactionsShape } from './paypal-shapes.ts';
import { createWebhookVerifier } from './paypal-webhook.ts';
import type { Payments } from './payments.ts';

const eventsPath = '/v1/notifications/webhooks-events';
const untaken: readonly (number | undefined)[] = [400, 422];
const day = 24 * 60 * 60 * 1_000;

/** PayPal over its REST API, as createPayPal promises. */
export const createPayPalClient = (settings: PayPalSettings): Payments => {
  const api = createPayPalApi(settings);
  const find = <T>(path: string, id: string, shape: z.ZodMiniType<T>): Promise<T | null> =>
    api.get(`${path}/${encodeURIComponent(id)}`, shape, timeLimit());
  return {
    fetchOrder: (id) => find('/v2/checkout/orders', id, orderShape),

    async fetchSubscription(id) {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
      const signal = timeLimit();
      const askedAt = new Date();
      const subscription = await api.get(path, subscriptionShape, signal);
      if (!subscription) return null;
      const range = new URLSearchParams({
        start_time: new Date(subscription.createdAt.getTime() - day).toISOString(),
        end_time: new Date(Date.now() + day).toISOString(),
      });
      const answer = await api.get(`${path}/transactions?${range.toString()}`, transactionsShape, signal);
      const payments = (answer?.transactions ?? []).map((transaction) => ({
        id: transaction.id,
        state: transaction.status,
        amount: transaction.amount_with_breakdown.gross_amount,
        taxCents: transaction.amount_with_breakdown.tax_amount?.cents ?? 0,
        paidAt: transaction.time,
        isDateUnsure: false,
      }));
      return {
        ...subscription,
        askedAt,
        payments: payments.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime()),
      };
    },

    fetchPaymentOrigin: (id, of) =>
      of === 'capture'
        ? find('/v2/payments/captures', id, captureShape)
        : find('/v1/payments/sale', id, saleShape),

    fetchRefund: (id, of) =>
      of === 'capture'
        ? find('/v2/payments/refunds', id, captureRefundShape)
        : find('/v1/payments/refund', id, saleRefundShape),

    fetchDispute: (id) => find('/v1/customer/disputes', id, disputeShape),

    fetchEvent: (id) => find(eventsPath, id, eventShape),

    async findCompletion(paymentId) {
      const query = new URLSearchParams({ transaction_id: paymentId, event_type: completedType });
      const answer = await api
        .get(`${eventsPath}?${query.toString()}`, eventsShape, timeLimit())
        .catch((error: unknown) => {
          // A question that it does not take finds nothing, now or later, and the payment has a date without it.
          if (!untaken.includes(api.refusalOf(error)?.status)) throw error;
          return null;
        });
      const [first = null] = (answer?.events ?? [])
        .flatMap(({ completed }) => (completed?.paymentId === paymentId ? completed : []))
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      return first;
    },

    // Reconciliation alone asks for it.
    listTransactions: async (from, until) =>
      (await import('./paypal-reporting.ts')).listTransactions(api, from, until),

    verifyWebhook: createWebhookVerifier(settings),
  };
};
