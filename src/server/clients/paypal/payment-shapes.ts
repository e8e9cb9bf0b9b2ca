import * as z from 'zod/mini';
import { legacyMoney, moment, money } from './value-shapes.ts';
import type { Dispute, PaymentOrigin, ProviderEvent, ProviderRefund } from '../../frame/context/paypal.ts';

/** GET /v2/payments/captures/{id}: the order of the capture. */
export const captureShape = z.pipe(
  z.object({
    supplementary_data: z.optional(
      z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) }),
    ),
  }),
  z.transform((value) => toOrigin('one-time', value.supplementary_data?.related_ids?.order_id)),
);

/** GET /v1/payments/sale/{id}: the subscription of the sale. */
export const saleShape = z.pipe(
  z.object({ billing_agreement_id: z.optional(z.string()) }),
  z.transform((value) => toOrigin('subscription', value.billing_agreement_id)),
);

function toOrigin(type: PaymentOrigin['type'], providerId: string | undefined): PaymentOrigin | 'standalone' {
  return providerId === undefined ? 'standalone' : { type, providerId };
}

const refundStates: Record<string, ProviderRefund['state']> = { COMPLETED: 'completed', PENDING: 'pending' };

const refundState = z.pipe(
  z.string(),
  z.transform((text): ProviderRefund['state'] => refundStates[text.toUpperCase()] ?? 'failed'),
);

const links = z._default(z.array(z.object({ href: z.string(), rel: z.string() })), []);

/** GET /v2/payments/refunds/{id}. Only the link `up` names the capture. */
export const captureRefundShape = z.pipe(
  z.object({ id: z.string(), status: refundState, amount: money, create_time: moment, links }),
  z.transform((value): ProviderRefund => ({
    id: value.id,
    paymentId:
      value.links
        .find(({ rel }) => rel === 'up')
        ?.href.split('/')
        .at(-1) ?? '',
    state: value.status,
    amount: value.amount,
    refundedAt: value.create_time,
  })),
);

/** GET /v1/payments/refund/{id}. */
export const saleRefundShape = z.pipe(
  z.object({
    id: z.string(),
    state: refundState,
    amount: legacyMoney,
    sale_id: z.string(),
    create_time: moment,
  }),
  z.transform((value): ProviderRefund => ({
    id: value.id,
    paymentId: value.sale_id,
    state: value.state,
    // The amount of a reversal is negative.
    amount: { ...value.amount, cents: Math.abs(value.amount.cents) },
    refundedAt: value.create_time,
  })),
);

/** Outcomes of a dispute in which the seller gives money back. The amount may be 0. */
const lostOutcomes: readonly string[] = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/** GET /v1/customer/disputes/{id}. */
export const disputeShape = z.pipe(
  z.object({
    dispute_id: z.string(),
    status: z.string(),
    create_time: moment,
    update_time: moment,
    dispute_amount: money,
    disputed_transactions: z._default(
      z.array(z.object({ seller_transaction_id: z.optional(z.string()) })),
      [],
    ),
    dispute_outcome: z.optional(
      z.object({ outcome_code: z.optional(z.string()), amount_refunded: z.optional(money) }),
    ),
  }),
  z.transform((value): Dispute => {
    const { status, dispute_amount: disputed, dispute_outcome: outcome } = value;
    const code = outcome?.outcome_code;
    const isLost = code !== undefined && lostOutcomes.includes(code) && outcome?.amount_refunded?.cents !== 0;
    // PayPal may show a dispute as resolved before it shows the outcome.
    const isOpen = status !== 'RESOLVED' || code === undefined;
    const finalState = isLost ? 'lost' : 'won';
    return {
      id: value.dispute_id,
      paymentIds: value.disputed_transactions.flatMap((payment) => payment.seller_transaction_id ?? []),
      state: isOpen ? 'open' : finalState,
      lost: isLost ? (outcome?.amount_refunded ?? disputed) : { cents: 0, currency: disputed.currency },
      openedAt: value.create_time,
      changedAt: value.update_time,
    };
  }),
);

/** The type of the event that announces a completed capture. */
export const completedType = 'PAYMENT.CAPTURE.COMPLETED';

/** The type of the event that announces a failed payment of a subscription. */
const failedType = 'BILLING.SUBSCRIPTION.PAYMENT.FAILED';

const billingInfo = z.object({
  last_failed_payment: z.optional(
    z.object({ time: moment, amount: z.optional(money), next_payment_retry_time: z.optional(moment) }),
  ),
});

/**
 * GET /v1/notifications/webhooks-events/{id}. `update_time` of a completed capture is the time of completion. The event of a failed
 * payment is as old as the attempt, if it does not say more.
 */
export const eventShape = z.pipe(
  z.object({
    event_type: z.string(),
    create_time: z.catch(z.optional(moment), undefined),
    resource: z.optional(
      z.object({
        id: z.optional(z.string()),
        update_time: z.catch(z.optional(moment), undefined),
        billing_info: z.catch(z.optional(billingInfo), undefined),
      }),
    ),
  }),
  z.transform(({ event_type: type, create_time: createdAt, resource }): ProviderEvent => {
    const { id: paymentId, update_time: at, billing_info: billing } = resource ?? {};
    const isCompleted = type === completedType && paymentId !== undefined && at !== undefined;
    const attempt = billing?.last_failed_payment;
    const failedAt = attempt?.time ?? createdAt;
    return {
      type,
      completed: isCompleted ? { paymentId, at } : null,
      failed:
        type === failedType && failedAt
          ? {
              at: failedAt,
              amount: attempt?.amount ?? null,
              retryAt: attempt?.next_payment_retry_time ?? null,
            }
          : null,
    };
  }),
);

/** GET /v1/notifications/webhooks-events. */
export const eventsShape = z.object({ events: z._default(z.array(eventShape), []) });
