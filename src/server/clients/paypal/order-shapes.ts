import * as z from 'zod/mini';
import { findCode } from '../../../shared/referral.ts';
import type {
  Money,
  Order,
  Payer,
  PaymentState,
  Subscription,
  SubscriptionState,
} from '../../frame/context/paypal.ts';
import { moment, money } from './value-shapes.ts';

const payer = z.pipe(
  z.optional(z.object({ payer_id: z.optional(z.string()), email_address: z.optional(z.string()) })),
  z.transform((value): Payer => ({ id: value?.payer_id || null, email: value?.email_address || null })),
);

const paymentStates: Record<string, PaymentState> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  DENIED: 'declined',
  FAILED: 'declined',
};

function paymentState(status: string): PaymentState {
  return paymentStates[status] ?? 'pending';
}

/** The largest difference, in milliseconds, between the two times of a capture that completed at once. */
const sameChangeMs = 60_000;

/**
 * A capture completes when it is created, or later if it was pending. Then `update_time` is the time of completion, until a
 * refund or a dispute overwrites it.
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
    state: paymentState(status),
    paidAt: status === 'COMPLETED' ? updatedAt : createdAt,
    isDateUnsure:
      status === 'PARTIALLY_REFUNDED' ||
      status === 'REFUNDED' ||
      (status === 'COMPLETED' && updatedAt.getTime() - createdAt.getTime() > sameChangeMs),
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

/** GET /v2/checkout/orders/{id}. Our orders have one purchase unit. An order with more than one unit gets no plan. */
export const orderShape = z.pipe(
  z.object({
    id: z.string(),
    create_time: z.optional(moment),
    payer,
    purchase_units: z.tuple([unit], unit),
  }),
  z.transform((order): Order => {
    const [firstUnit, ...otherUnits] = order.purchase_units;
    const taxCents = firstUnit.amount.breakdown?.tax_total?.cents ?? 0;
    return {
      id: order.id,
      createdAt: order.create_time ?? null,
      payer: order.payer,
      planId: otherUnits.length === 0 ? (firstUnit.custom_id ?? null) : null,
      affiliateCode: findCode(firstUnit.reference_id ?? ''),
      amount: { cents: firstUnit.amount.cents, currency: firstUnit.amount.currency },
      payeeId: firstUnit.payee?.merchant_id ?? null,
      captures: (firstUnit.payments?.captures ?? []).map((payment) => ({ ...payment, taxCents })),
    };
  }),
);

const subscriptionStates: Record<string, SubscriptionState> = {
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
};

const billingInfo = z.object({
  next_billing_time: z.optional(moment),
  outstanding_balance: z.catch(z.optional(money), undefined),
});

/** The plan with the prices of this subscription. It has one cycle `REGULAR`, which repeats. */
const inlinePlan = z.object({
  billing_cycles: z.array(
    z.object({
      tenure_type: z.string(),
      pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
    }),
  ),
  payment_preferences: z.optional(z.object({ auto_bill_outstanding: z.optional(z.boolean()) })),
});

/**
 * Returns the next amount: the price, and the balance that failed payments left open, unless the plan leaves it out. Null if
 * PayPal does not say.
 */
function nextAmount(plan: z.infer<typeof inlinePlan> | undefined, balance: Money | undefined): Money | null {
  const regular = plan?.billing_cycles.find(({ tenure_type: tenure }) => tenure === 'REGULAR');
  const price = regular?.pricing_scheme?.fixed_price;
  if (!price) return null;
  const isBalanceBilled =
    plan?.payment_preferences?.auto_bill_outstanding !== false && balance?.currency === price.currency;
  return isBalanceBilled ? { ...price, cents: price.cents + balance.cents } : price;
}

/** GET /v1/billing/subscriptions/{id}?fields=plan, without its payments. */
export const subscriptionShape = z.pipe(
  z.object({
    id: z.string(),
    status: z.string(),
    plan_id: z.string(),
    plan_overridden: z._default(z.boolean(), false),
    custom_id: z.optional(z.string()),
    create_time: moment,
    status_update_time: z.optional(moment),
    subscriber: payer,
    billing_info: z.catch(z.optional(billingInfo), undefined),
    plan: z.catch(z.optional(inlinePlan), undefined),
  }),
  z.transform((value): Omit<Subscription, 'payments' | 'fetchedAt'> => ({
    id: value.id,
    state: subscriptionStates[value.status] ?? 'pending',
    stateAt: value.status_update_time ?? value.create_time,
    providerPlanId: value.plan_id,
    isOverridden: value.plan_overridden,
    affiliateCode: findCode(value.custom_id ?? ''),
    payer: value.subscriber,
    createdAt: value.create_time,
    nextBillingAt: value.billing_info?.next_billing_time ?? null,
    nextAmount: nextAmount(value.plan, value.billing_info?.outstanding_balance),
  })),
);

/** GET /v1/billing/subscriptions/{id}/transactions. */
export const transactionsShape = z.object({
  transactions: z._default(
    z.array(
      z.object({
        id: z.string(),
        status: z.pipe(z.string(), z.transform(paymentState)),
        amount_with_breakdown: z.object({ gross_amount: money, tax_amount: z.optional(money) }),
        time: moment,
      }),
    ),
    [],
  ),
});
