import { createPayPalApi, timeLimit, type PayPalSettings } from './paypal-api.ts';
import { captureShape, orderShape, subscriptionShape, transactionsShape } from './paypal-shapes.ts';
import { createWebhookVerifier } from './paypal-webhook.ts';
import type { Payments } from './payments.ts';

const day = 24 * 60 * 60 * 1_000;

/** PayPal over its REST API. Throws `payment-provider-unavailable` when it cannot be asked. */
export const createPayPal = (settings: PayPalSettings): Payments => {
  const api = createPayPalApi(settings);
  return {
    fetchOrder: (id) => api.get(`/v2/checkout/orders/${encodeURIComponent(id)}`, orderShape, timeLimit()),

    async fetchSubscription(id) {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
      const signal = timeLimit();
      const subscription = await api.get(path, subscriptionShape, signal);
      if (!subscription) return null;
      const { createdAt, ...rest } = subscription;
      const range = new URLSearchParams({
        start_time: new Date(createdAt.getTime() - day).toISOString(),
        end_time: new Date(Date.now() + day).toISOString(),
      });
      const answer = await api.get(`${path}/transactions?${range.toString()}`, transactionsShape, signal);
      const payments = (answer?.transactions ?? []).map((transaction) => ({
        id: transaction.id,
        state: transaction.status,
        amount: transaction.amount_with_breakdown.gross_amount,
        taxCents: transaction.amount_with_breakdown.tax_amount?.cents ?? 0,
        paidAt: transaction.time,
      }));
      return { ...rest, payments: payments.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime()) };
    },

    async fetchCaptureOrderId(captureId) {
      const capture = await api.get(
        `/v2/payments/captures/${encodeURIComponent(captureId)}`,
        captureShape,
        timeLimit(),
      );
      return capture?.supplementary_data?.related_ids?.order_id ?? null;
    },

    verifyWebhook: createWebhookVerifier(settings),
  };
};
