import * as z from 'zod';
import { normaliseCode } from '../../../shared/referral.ts';
import { moment, money } from './paypal-values.ts';
import type { Order, Payer, PaymentState, Subscription, SubscriptionState } from './payments.ts';

/** Orders and subscriptions: the parts of PayPal's documented answers that are read here, turned into our own terms. */
const person = z
  .object({ payer_id: z.string().optional(), email_address: z.string().optional() })
  .optional()
  .transform((value): Payer => ({ id: value?.payer_id || null, email: value?.email_address || null }));

const captureStates: Record<string, PaymentState> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  DENIED: 'declined',
  FAILED: 'declined',
};

const captureState = z.string().transform((status): PaymentState => captureStates[status] ?? 'pending');

/**
 * A capture completes when it is made, or later when it was pending: then `update_time` says when, until a refund
 * writes its own time there.
 */
const capture = z
  .object({
    id: z.string(),
    status: z.string(),
    amount: money,
    create_time: moment,
    update_time: moment.optional(),
  })
  .transform(({ id, status, amount, create_time: createdAt, update_time: updatedAt }) => ({
    id,
    amount,
    state: captureStates[status] ?? 'pending',
    paidAt: status === 'COMPLETED' ? (updatedAt ?? createdAt) : createdAt,
    paidAtLeast: status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED',
  }));

const unit = z.object({
  reference_id: z.string().optional(),
  custom_id: z.string().optional(),
  amount: z.intersection(
    money,
    z.object({ breakdown: z.object({ tax_total: money.optional() }).optional() }),
  ),
  payee: z.object({ merchant_id: z.string().optional() }).optional(),
  payments: z.object({ captures: z.array(capture).optional() }).optional(),
});

/** GET /v2/checkout/orders/{id}. An order of ours has one purchase unit; one with more names no plan. */
export const orderShape = z
  .object({
    id: z.string(),
    create_time: moment.optional(),
    payer: person,
    purchase_units: z.tuple([unit], unit),
  })
  .transform(({ id, create_time: createdAt = null, payer, purchase_units: [bought, ...others] }): Order => ({
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
  }));

const subscriptionStates: Record<string, SubscriptionState> = {
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

/** GET /v1/billing/subscriptions/{id}, without its payments. */
export const subscriptionShape = z
  .object({
    id: z.string(),
    status: z.string(),
    plan_id: z.string(),
    plan_overridden: z.boolean().default(false),
    custom_id: z.string().optional(),
    create_time: moment,
    status_update_time: moment.optional(),
    subscriber: person,
  })
  .transform((value): Omit<Subscription, 'payments' | 'askedAt'> => ({
    id: value.id,
    state: subscriptionStates[value.status] ?? 'pending',
    stateAt: value.status_update_time ?? value.create_time,
    providerPlanId: value.plan_id,
    isOverridden: value.plan_overridden,
    reference: normaliseCode(value.custom_id ?? ''),
    payer: value.subscriber,
    createdAt: value.create_time,
  }));

/** GET /v1/billing/subscriptions/{id}/transactions. */
export const transactionsShape = z.object({
  transactions: z
    .array(
      z.object({
        id: z.string(),
        status: captureState,
        amount_with_breakdown: z.object({ gross_amount: money, tax_amount: money.optional() }),
        time: moment,
      }),
    )
    .default([]),
});
