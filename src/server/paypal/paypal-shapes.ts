import * as z from 'zod/mini';
import { normaliseCode } from '../../shared/referral.ts';
import { moment, money } from './paypal-values.ts';
import type { Order, Payer, PaymentState, Subscription, SubscriptionState } from './payments.ts';

/** Orders and subscriptions: the parts of PayPal's documented answers that are read here, turned into our own terms. */
const person = z.pipe(
  z.optional(z.object({ payer_id: z.optional(z.string()), email_address: z.optional(z.string()) })),
  z.transform((value): Payer => ({ id: value?.payer_id || null, email: value?.email_address || null })),
);

const captureStates: Record<string, PaymentState> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  DENIED: 'declined',
  FAILED: 'declined',
};

const captureState = z.pipe(
  z.string(),
  z.transform((status): PaymentState => captureStates[status] ?? 'pending'),
);

/** Two times of a capture that are no further apart than this, in milliseconds, are of one event. */
const atOnce = 60_000;

/**
 * A capture completes when it is made, or later when it was pending: then `update_time` says when, until something else, such
 * as a refund or a dispute, writes its own time there.
 */
const capture = z.pipe(
  z.object({
    id: z.string(),
    status: z.string(),
    amount: money,
    create_time: moment,
    update_time: z.optional(moment),
  }),
  z.transform(({ id, status, amount, create_time: createdAt, update_time: updatedAt = createdAt }) => ({
    id,
    amount,
    state: captureStates[status] ?? 'pending',
    paidAt: status === 'COMPLETED' ? updatedAt : createdAt,
    isDateUnsure:
      status === 'PARTIALLY_REFUNDED' ||
      status === 'REFUNDED' ||
      (status === 'COMPLETED' && updatedAt.getTime() - createdAt.getTime() > atOnce),
  })),
);

const unit = z.object({
  reference_id: z.optional(z.string()),
  custom_id: z.optional(z.string()),
  amount: z.intersection(
    money,
    z.object({ breakdown: z.optional(z.object({ tax_total: z.optional(money) })) }),
  ),
  payee: z.optional(z.object({ merchant_id: z.optional(z.string()) })),
  payments: z.optional(z.object({ captures: z.optional(z.array(capture)) })),
});

/** GET /v2/checkout/orders/{id}. An order of ours has one purchase unit; one with more names no plan. */
export const orderShape = z.pipe(
  z.object({
    id: z.string(),
    create_time: z.optional(moment),
    payer: person,
    purchase_units: z.tuple([unit], unit),
  }),
  z.transform(({ id, create_time: createdAt = null, payer, purchase_units: [bought, ...others] }): Order => ({
    id,
    createdAt,
    payer,
    planId: others.length === 0 ? (bought.custom_id ?? null) : null,
    reference: normaliseCode(bought.reference_id ?? ''),
    amount: { cents: bought.amount.cents, currency: bought.amount.currency },
    payeeId: bought.payee?.merchant_id ?? null,
    captures: (bought.payments?.captures ?? []).map((made) => ({
      ...made,
      taxCents: bought.amount.breakdown?.tax_total?.cents ?? 0,
    })),
  })),
);

const subscriptionStates: Record<string, SubscriptionState> = {
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

/** GET /v1/billing/subscriptions/{id}, without its payments. */
export const subscriptionShape = z.pipe(
  z.object({
    id: z.string(),
    status: z.string(),
    plan_id: z.string(),
    plan_overridden: z._default(z.boolean(), false),
    custom_id: z.optional(z.string()),
    create_time: moment,
    status_update_time: z.optional(moment),
    subscriber: person,
  }),
  z.transform((value): Omit<Subscription, 'payments' | 'askedAt'> => ({
    id: value.id,
    state: subscriptionStates[value.status] ?? 'pending',
    stateAt: value.status_update_time ?? value.create_time,
    providerPlanId: value.plan_id,
    isOverridden: value.plan_overridden,
    reference: normaliseCode(value.custom_id ?? ''),
    payer: value.subscriber,
    createdAt: value.create_time,
  })),
);

/** GET /v1/billing/subscriptions/{id}/transactions. */
export const transactionsShape = z.object({
  transactions: z._default(
    z.array(
      z.object({
        id: z.string(),
        status: captureState,
        amount_with_breakdown: z.object({ gross_amount: money, tax_amount: z.optional(money) }),
        time: moment,
      }),
    ),
    [],
  ),
});
