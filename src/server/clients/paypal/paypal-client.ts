import * as z from 'zod/mini';
import { dayMs } from '../../../shared/dates.ts';
import { centsToDecimal } from '../../../shared/money.ts';
import { currency } from '../../../shared/plans.ts';
import { eventsPath, listEvents } from './list-events.ts';
import { listTransactions } from './list-transactions.ts';
import { orderShape, subscriptionShape, transactionsShape } from './order-shapes.ts';
import {
  captureRefundShape,
  captureShape,
  completedType,
  disputeShape,
  eventShape,
  eventsShape,
  saleRefundShape,
  saleShape,
} from './payment-shapes.ts';
import { planDifferences } from './plan-shape.ts';
import { createPayPalApi, requestSignal, type PayPalApi, type PayPalSettings } from './paypal-api.ts';
import {
  type Completion,
  errorAnswerOf,
  type PayPal,
  type Refusal,
  type RefundRequest,
  type Subscription,
} from '../../frame/context/paypal.ts';
import { createWebhookVerifier } from './webhook-signature.ts';

/** Returns the client of PayPal's REST API. */
export function createPayPal(settings: PayPalSettings): PayPal {
  const api = createPayPalApi(settings);
  const find = <T>(path: string, id: string, shape: z.ZodMiniType<T>): Promise<T | null> =>
    api.get(`${path}/${encodeURIComponent(id)}`, shape, requestSignal());
  return {
    transactionUrl: (id) => `${websiteOrigin(settings.apiUrl)}/activity/payment/${encodeURIComponent(id)}`,
    fetchOrder: (id) => find('/v2/checkout/orders', id, orderShape),
    fetchSubscription: (id) => fetchSubscription(api, id),
    hasPlan: async (id, priceCents) =>
      planDifferences(await find('/v1/billing/plans', id, z.unknown()), priceCents) === null,
    fetchPaymentOrigin: (id, kind) =>
      kind === 'capture'
        ? find('/v2/payments/captures', id, captureShape)
        : find('/v1/payments/sale', id, saleShape),
    fetchRefund: (id, kind) =>
      kind === 'capture'
        ? find('/v2/payments/refunds', id, captureRefundShape)
        : find('/v1/payments/refund', id, saleRefundShape),
    fetchDispute: (id) => find('/v1/customer/disputes', id, disputeShape),
    fetchEvent: (id) => find(eventsPath, id, eventShape),
    findCompletion: (paymentId) => findCompletion(api, paymentId),
    listEvents: (from, until, type) => listEvents(api, from, until, type),
    listTransactions: (from, until) => listTransactions(api, from, until),
    verifyWebhook: createWebhookVerifier(settings),
    cancelSubscription: async (id, { requestId, reason }) => {
      const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}/cancel`;
      const body = { reason };
      const result = await api.post(path, { body, shape: z.unknown(), requestId, signal: requestSignal() });
      return 'refusal' in result ? result : null;
    },
    refundPayment: (refund) => refundPayment(api, refund),
  };
}

/** The two APIs name the fields of an amount differently. */
async function refundPayment(
  api: PayPalApi,
  { paymentId, kind, amountCents, requestId, note }: RefundRequest,
): Promise<{ readonly refundId: string } | Refusal> {
  const id = encodeURIComponent(paymentId);
  const value = centsToDecimal(amountCents);
  const [path, body] =
    kind === 'capture'
      ? [
          `/v2/payments/captures/${id}/refund`,
          { amount: { value, currency_code: currency }, note_to_payer: note },
        ]
      : [`/v1/payments/sale/${id}/refund`, { amount: { total: value, currency }, description: note }];
  const shape = z.object({ id: z.string() });
  const result = await api.post(path, { body, shape, requestId, signal: requestSignal() });
  return 'refusal' in result ? result : { refundId: result.answer.id };
}

/** Returns PayPal's website, or that of the sandbox, by the address of its API. The simulator is its own website. */
function websiteOrigin(apiUrl: string): string {
  return new URL(apiUrl).origin.replace(/^https:\/\/api(-m)?\./, 'https://www.');
}

async function fetchSubscription(api: PayPalApi, id: string): Promise<Subscription | null> {
  const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
  const signal = requestSignal();
  const fetchedAt = new Date();
  const subscription = await api.get(`${path}?fields=plan`, subscriptionShape, signal);
  if (!subscription) return null;
  const range = new URLSearchParams({
    start_time: new Date(subscription.createdAt.getTime() - dayMs).toISOString(),
    end_time: new Date(Date.now() + dayMs).toISOString(),
  });
  const list = await api.get(`${path}/transactions?${range.toString()}`, transactionsShape, signal);
  const payments = (list?.transactions ?? []).map((transaction) => ({
    id: transaction.id,
    state: transaction.status,
    amount: transaction.amount_with_breakdown.gross_amount,
    taxCents: transaction.amount_with_breakdown.tax_amount?.cents ?? 0,
    paidAt: transaction.time,
    isDateUnsure: false,
  }));
  return {
    ...subscription,
    fetchedAt,
    payments: payments.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime()),
  };
}

async function findCompletion(api: PayPalApi, paymentId: string): Promise<Completion | null> {
  const query = new URLSearchParams({ transaction_id: paymentId, event_type: completedType });
  const list = await api
    .get(`${eventsPath}?${query.toString()}`, eventsShape, requestSignal())
    .catch((error: unknown) => {
      // PayPal refuses to search for some ids, and always will. The payment keeps the date that it has.
      const status = errorAnswerOf(error)?.status;
      if (status === 400 || status === 422) return null;
      throw error;
    });
  const [first = null] = (list?.events ?? [])
    .flatMap(({ completed }) => (completed?.paymentId === paymentId ? completed : []))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return first;
}
