import * as z from 'zod';
import { legacyMoney, moment, money } from './paypal-values.ts';
import type { Dispute, PaymentOrigin, ProviderEvent, ProviderRefund } from './payments.ts';

const originOf = (
  type: PaymentOrigin['type'],
  providerId: string | undefined,
): PaymentOrigin | 'standalone' => (providerId === undefined ? 'standalone' : { type, providerId });

/** GET /v2/payments/captures/{id}: the order that it is of. */
export const captureShape = z
  .object({
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
  })
  .transform((value) => originOf('one-time', value.supplementary_data?.related_ids?.order_id));

/** GET /v1/payments/sale/{id}: the subscription that it is of. */
export const saleShape = z
  .object({ billing_agreement_id: z.string().optional() })
  .transform((value) => originOf('subscription', value.billing_agreement_id));

const refundStates: Record<string, ProviderRefund['state']> = { COMPLETED: 'completed', PENDING: 'pending' };

const refundState = z
  .string()
  .transform((text): ProviderRefund['state'] => refundStates[text.toUpperCase()] ?? 'failed');

const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

/** What an address of the provider ends in: an id. */
const lastPart = (href: string): string => href.split('/').at(-1) ?? '';

/** GET /v2/payments/refunds/{id}. It names its capture in the link `up` alone. */
export const captureRefundShape = z
  .object({ id: z.string(), status: refundState, amount: money, create_time: moment, links })
  .transform((value): ProviderRefund => ({
    id: value.id,
    paymentId: lastPart(value.links.find(({ rel }) => rel === 'up')?.href ?? ''),
    state: value.status,
    amount: value.amount,
    refundedAt: value.create_time,
  }));

/** GET /v1/payments/refund/{id}. */
export const saleRefundShape = z
  .object({
    id: z.string(),
    state: refundState,
    amount: legacyMoney,
    sale_id: z.string(),
    create_time: moment,
  })
  .transform((value): ProviderRefund => ({
    id: value.id,
    paymentId: value.sale_id,
    state: value.state,
    // A reversal is written with a minus.
    amount: { ...value.amount, cents: Math.abs(value.amount.cents) },
    refundedAt: value.create_time,
  }));

/** Ends of a dispute in which the seller gives money back; where PayPal pays it is none of them. */
const lostOutcomes: readonly string[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/** GET /v1/customer/disputes/{id}. */
export const disputeShape = z
  .object({
    dispute_id: z.string(),
    status: z.string(),
    create_time: moment,
    update_time: moment,
    dispute_amount: money,
    disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().optional() })).default([]),
    dispute_outcome: z.object({ outcome_code: z.string(), amount_refunded: money.optional() }).optional(),
  })
  .transform((value): Dispute => {
    const { status, dispute_amount: disputed, dispute_outcome: outcome } = value;
    const lost = outcome && lostOutcomes.includes(outcome.outcome_code);
    const state = status !== 'RESOLVED' ? 'open' : lost ? 'lost' : 'won';
    const none = { cents: 0, currency: disputed.currency };
    return {
      id: value.dispute_id,
      paymentIds: value.disputed_transactions.flatMap((made) => made.seller_transaction_id ?? []),
      state,
      lost: state === 'lost' ? (outcome?.amount_refunded ?? disputed) : none,
      openedAt: value.create_time,
      changedAt: value.update_time,
    };
  });

/** GET /v1/notifications/webhooks-events/{id}. A completed capture says in `update_time` when it completed. */
export const eventShape = z
  .object({
    event_type: z.string(),
    resource: z
      .object({ id: z.string().optional(), update_time: moment.optional().catch(undefined) })
      .optional(),
  })
  .transform(({ event_type: type, resource }): ProviderEvent => {
    const { id: paymentId, update_time: at } = resource ?? {};
    const isCompleted = type === 'PAYMENT.CAPTURE.COMPLETED' && paymentId !== undefined && at !== undefined;
    return { type, completed: isCompleted ? { paymentId, at } : null };
  });
