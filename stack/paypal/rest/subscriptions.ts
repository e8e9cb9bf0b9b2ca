import { z } from 'zod';
import { ids, personFromEmail, cents } from '../values.ts';
import type { SubscriptionStatus, Subscription } from '../state.ts';
import { currentTime, currentTimestamp, type SimulatorContext, toTimestamp } from '../simulator-context.ts';
import { notFound, unprocessable } from './api-error.ts';
import { chargeSubscription } from './sales.ts';
import { findPlan, subscriptionResource } from './subscription-resource.ts';

const price = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });

/** A yearly plan without trial and end, as docs/deploy.md makes it. */
export const planRequestSchema = z.object({
  product_id: z.string(),
  name: z.string(),
  billing_cycles: z.tuple([
    z.object({
      tenure_type: z.literal('REGULAR'),
      total_cycles: z.literal(0),
      frequency: z.object({ interval_unit: z.literal('YEAR'), interval_count: z.literal(1) }),
      pricing_scheme: z.object({ fixed_price: price }),
    }),
  ]),
});

export const subscriptionRequestSchema = z.object({
  plan_id: z.string().min(3).max(50),
  custom_id: z.string().min(1).max(127).optional(),
  quantity: z.string().max(32).optional(),
  start_time: z.iso.datetime({ offset: true }).optional(),
  application_context: z
    .looseObject({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
  // A request may override the plan's price. The site must notice that.
  plan: z
    .object({
      billing_cycles: z
        .array(z.object({ pricing_scheme: z.object({ fixed_price: price }).optional() }))
        .optional(),
    })
    .optional(),
});

/** Returns the subscription with an id. Throws RESOURCE_NOT_FOUND. */
export function findSubscription(context: SimulatorContext, id: string): Subscription {
  const subscription = context.state.subscriptions[id];
  if (!subscription) throw notFound('subscription_id');
  return subscription;
}

/** Creates a subscription that waits for approval. Throws a 404 or 422 if the request breaks a rule. */
export function createSubscription(
  context: SimulatorContext,
  request: z.infer<typeof subscriptionRequestSchema>,
): Subscription {
  const plan = findPlan(context, request.plan_id);
  if (!plan) throw notFound('/plan_id');
  if (request.quantity !== undefined && request.quantity !== '1')
    throw unprocessable(
      'SUBSCRIPTION_CANNOT_HAVE_QUANTITY',
      "Subscription can't have quantity as the plan does not support quantity.",
      '/quantity',
    );
  const override = request.plan?.billing_cycles?.[0]?.pricing_scheme?.fixed_price;
  const now = currentTimestamp(context);
  const subscription: Subscription = {
    id: ids.subscription(),
    orderId: ids.payment(),
    billingToken: ids.billingToken(),
    planId: request.plan_id,
    planOverridden: override !== undefined,
    priceCents: override ? cents(override.value) : plan.priceCents,
    currency: 'USD',
    status: 'APPROVAL_PENDING',
    statusTime: now,
    statusNote: null,
    createTime: now,
    updateTime: now,
    startTime: request.start_time ?? now,
    customId: request.custom_id ?? null,
    applicationContext: request.application_context ?? {},
    subscriber: null,
    nextBillingTime: null,
    outstandingCents: 0,
    failedPayments: 0,
    lastFailedTime: null,
  };
  context.state.subscriptions[subscription.id] = subscription;
  context.save();
  emitSubscriptionEvent(context, subscription, 'CREATED');
  return subscription;
}

function emitSubscriptionEvent(context: SimulatorContext, subscription: Subscription, event: string): void {
  const summary = `Subscription ${event.toLowerCase().replace('.', ' ')}`;
  context.emit(
    `BILLING.SUBSCRIPTION.${event}`,
    'subscription',
    summary,
    subscriptionResource(context, subscription),
  );
}

export type SubscriptionAction = keyof typeof transitions;

const transitions = {
  cancel: { from: ['ACTIVE', 'SUSPENDED'], to: 'CANCELLED', allowed: 'active or suspended' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', allowed: 'active' },
  activate: { from: ['SUSPENDED'], to: 'ACTIVE', allowed: 'suspended' },
  expire: { from: ['ACTIVE', 'SUSPENDED'], to: 'EXPIRED', allowed: 'active or suspended' },
} as const;

/** Changes the status of a subscription. Throws SUBSCRIPTION_STATUS_INVALID if the transition is not allowed. */
export function changeSubscription(
  context: SimulatorContext,
  subscription: Subscription,
  action: SubscriptionAction,
  note?: string,
): void {
  const { from, to, allowed } = transitions[action];
  if (!from.some((status) => status === subscription.status))
    throw unprocessable(
      'SUBSCRIPTION_STATUS_INVALID',
      `Invalid subscription status for ${action} action; subscription status should be ${allowed}.`,
    );
  setStatus(context, subscription, to, note);
}

function setStatus(
  context: SimulatorContext,
  subscription: Subscription,
  status: SubscriptionStatus,
  note?: string,
): void {
  const now = currentTimestamp(context);
  Object.assign(subscription, { status, statusTime: now, updateTime: now, statusNote: note ?? null });
  if (status === 'CANCELLED' || status === 'EXPIRED') subscription.nextBillingTime = null;
  context.save();
  emitSubscriptionEvent(context, subscription, status === 'ACTIVE' ? 'ACTIVATED' : status);
}

/** Records a failed attempt to collect the payment. Its amount stays outstanding, once however many attempts fail. */
export function failPayment(context: SimulatorContext, subscription: Subscription): void {
  const now = currentTimestamp(context);
  subscription.failedPayments += 1;
  subscription.outstandingCents = subscription.priceCents;
  Object.assign(subscription, { lastFailedTime: now, updateTime: now });
  context.save();
  emitSubscriptionEvent(context, subscription, 'PAYMENT.FAILED');
}

/**
 * Records the buyer's choice. `pay` activates the subscription and takes the first payment. `fail` activates it, and the
 * payment fails. `decline` changes nothing, since PayPal's page asks for another card.
 */
export function approveSubscription(
  context: SimulatorContext,
  subscription: Subscription,
  email: string,
  outcome: 'pay' | 'decline' | 'fail',
): void {
  if (subscription.status !== 'APPROVAL_PENDING' || outcome === 'decline') return;
  subscription.subscriber = personFromEmail(email);
  const next = currentTime(context);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  subscription.nextBillingTime = toTimestamp(next);
  if (outcome === 'fail') {
    setStatus(context, subscription, 'ACTIVE');
    failPayment(context, subscription);
    return;
  }
  const announceSale = chargeSubscription(context, subscription, currentTimestamp(context));
  setStatus(context, subscription, 'ACTIVE');
  announceSale();
}

/** Takes the annual payment, at `time` or now. Throws SUBSCRIPTION_STATUS_INVALID unless the subscription is active. */
export function renewSubscription(
  context: SimulatorContext,
  subscription: Subscription,
  time = currentTimestamp(context),
): void {
  if (subscription.status !== 'ACTIVE')
    throw unprocessable(
      'SUBSCRIPTION_STATUS_INVALID',
      'Invalid subscription status for renew action; subscription status should be active.',
    );
  const next = new Date(subscription.nextBillingTime ?? time);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  subscription.nextBillingTime = toTimestamp(next);
  Object.assign(subscription, {
    failedPayments: 0,
    outstandingCents: 0,
    updateTime: currentTimestamp(context),
  });
  chargeSubscription(context, subscription, time)();
}
