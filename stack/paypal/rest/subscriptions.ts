import { z } from 'zod';
import { ids, personOf } from '../ids.ts';
import { cents } from '../money.ts';
import type { SubscriptionStatus } from '../shapes.ts';
import type { Subscription } from '../state.ts';
import { present, timestamp, type World } from '../world.ts';
import { notFound, unprocessable } from './api-error.ts';
import { charge } from './sales.ts';
import { subscriptionResource } from './subscription-resource.ts';

const price = z.object({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });

export const subscriptionRequestSchema = z.object({
  plan_id: z.string().min(3).max(50),
  custom_id: z.string().min(1).max(127).optional(),
  quantity: z.string().max(32).optional(),
  start_time: z.iso.datetime({ offset: true }).optional(),
  application_context: z
    .looseObject({ return_url: z.url().optional(), cancel_url: z.url().optional() })
    .optional(),
  // A request may override the plan's price: a site that trusts the plan's id alone would not notice.
  plan: z
    .object({
      billing_cycles: z
        .array(z.object({ pricing_scheme: z.object({ fixed_price: price }).optional() }))
        .optional(),
    })
    .optional(),
});

/** The subscription with this id; throws RESOURCE_NOT_FOUND. */
export const findSubscription = (world: World, id: string): Subscription => {
  const subscription = world.state.subscriptions[id];
  if (!subscription) throw notFound('subscription_id');
  return subscription;
};

/** Creates a subscription that waits for approval; throws the 404 and 422 of its rules. */
export const createSubscription = (
  world: World,
  request: z.infer<typeof subscriptionRequestSchema>,
): Subscription => {
  if (request.plan_id !== world.settings.annualPlanId) throw notFound('/plan_id');
  if (request.quantity !== undefined && request.quantity !== '1')
    throw unprocessable(
      'SUBSCRIPTION_CANNOT_HAVE_QUANTITY',
      "Subscription can't have quantity as the plan does not support quantity.",
      '/quantity',
    );
  const override = request.plan?.billing_cycles?.[0]?.pricing_scheme?.fixed_price;
  const now = timestamp(present(world));
  const subscription: Subscription = {
    id: ids.subscription(),
    orderId: ids.payment(),
    billingToken: ids.billingToken(),
    planId: request.plan_id,
    planOverridden: override !== undefined,
    priceCents: override ? cents(override.value) : world.settings.annualPlanPriceCents,
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
  world.state.subscriptions[subscription.id] = subscription;
  world.save();
  announce(world, subscription, 'CREATED');
  return subscription;
};

const announce = (world: World, subscription: Subscription, event: string): void => {
  const summary = `Subscription ${event.toLowerCase().replace('.', ' ')}`;
  world.emit(
    `BILLING.SUBSCRIPTION.${event}`,
    'subscription',
    summary,
    subscriptionResource(world, subscription),
  );
};

const become = (
  world: World,
  subscription: Subscription,
  status: SubscriptionStatus,
  note?: string,
): void => {
  const now = timestamp(present(world));
  Object.assign(subscription, { status, statusTime: now, updateTime: now, statusNote: note ?? null });
  if (status === 'CANCELLED' || status === 'EXPIRED') subscription.nextBillingTime = null;
  world.save();
  announce(world, subscription, status === 'ACTIVE' ? 'ACTIVATED' : status);
};

const changes = {
  cancel: { from: ['ACTIVE', 'SUSPENDED'], to: 'CANCELLED', should: 'active or suspended' },
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', should: 'active' },
  activate: { from: ['SUSPENDED'], to: 'ACTIVE', should: 'suspended' },
  expire: { from: ['ACTIVE', 'SUSPENDED'], to: 'EXPIRED', should: 'active or suspended' },
} as const;

export type SubscriptionAction = keyof typeof changes;

/** Cancels, suspends, activates or expires; throws SUBSCRIPTION_STATUS_INVALID from a wrong state. */
export const changeSubscription = (
  world: World,
  subscription: Subscription,
  action: SubscriptionAction,
  note?: string,
): void => {
  const { from, to, should } = changes[action];
  if (!from.some((status) => status === subscription.status))
    throw unprocessable(
      'SUBSCRIPTION_STATUS_INVALID',
      `Invalid subscription status for ${action} action; subscription status should be ${should}.`,
    );
  become(world, subscription, to, note);
};

/** A payment that does not go through: the balance stays owed. */
export const failPayment = (world: World, subscription: Subscription): void => {
  const now = timestamp(present(world));
  subscription.failedPayments += 1;
  subscription.outstandingCents += subscription.priceCents;
  Object.assign(subscription, { lastFailedTime: now, updateTime: now });
  world.save();
  announce(world, subscription, 'PAYMENT.FAILED');
};

/**
 * The buyer's choice in the window. 'pay' activates and takes the first payment, 'fail' activates
 * without one; 'decline' leaves it unapproved, since the provider's own page asks for another card.
 */
export const approveSubscription = (
  world: World,
  subscription: Subscription,
  email: string,
  outcome: 'pay' | 'decline' | 'fail',
): void => {
  if (subscription.status !== 'APPROVAL_PENDING' || outcome === 'decline') return;
  subscription.subscriber = personOf(email);
  const next = present(world);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  subscription.nextBillingTime = timestamp(next);
  if (outcome === 'fail') {
    become(world, subscription, 'ACTIVE');
    failPayment(world, subscription);
    return;
  }
  const announceSale = charge(world, subscription, timestamp(present(world)));
  become(world, subscription, 'ACTIVE');
  announceSale();
};

/** The yearly payment, at `time` or now; throws SUBSCRIPTION_STATUS_INVALID unless it is active. */
export const renew = (world: World, subscription: Subscription, time = timestamp(present(world))): void => {
  if (subscription.status !== 'ACTIVE')
    throw unprocessable(
      'SUBSCRIPTION_STATUS_INVALID',
      'Invalid subscription status for renew action; subscription status should be active.',
    );
  const next = new Date(subscription.nextBillingTime ?? time);
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  subscription.nextBillingTime = timestamp(next);
  Object.assign(subscription, {
    failedPayments: 0,
    outstandingCents: 0,
    updateTime: timestamp(present(world)),
  });
  charge(world, subscription, time)();
};
