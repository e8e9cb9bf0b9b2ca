import { openOnce } from '../../shared/open-once.ts';
import type { PayPalSettings } from './paypal-api.ts';
import type { Payments } from './payments.ts';

/**
 * PayPal over its REST API, whose client is loaded with the first question. Throws `payment-provider-unavailable` when
 * it cannot be asked.
 */
export const createPayPal = (settings: PayPalSettings): Payments => {
  const client = openOnce(async () => (await import('./paypal-client.ts')).createPayPalClient(settings));
  return {
    fetchOrder: async (id) => (await client()).fetchOrder(id),
    fetchSubscription: async (id) => (await client()).fetchSubscription(id),
    fetchPaymentOrigin: async (id, of) => (await client()).fetchPaymentOrigin(id, of),
    fetchRefund: async (id, of) => (await client()).fetchRefund(id, of),
    fetchDispute: async (id) => (await client()).fetchDispute(id),
    fetchEvent: async (id) => (await client()).fetchEvent(id),
    findCompletion: async (paymentId) => (await client()).findCompletion(paymentId),
    listTransactions: async (from, until) => (await client()).listTransactions(from, until),
    verifyWebhook: async (headers, body) => (await client()).verifyWebhook(headers, body),
  };
};
