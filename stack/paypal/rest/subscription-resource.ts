import { centsToDecimal } from '../../../src/shared/money.ts';
import { money, type Link } from '../values.ts';
import type { Plan, Sale, Subscription } from '../state.ts';
import { type SimulatorContext, toTimestamp } from '../simulator-context.ts';

/** A subscription, for GET and webhooks. It has no application context, as at PayPal. */
export function subscriptionResource(
  context: SimulatorContext,
  subscription: Subscription,
): Record<string, unknown> {
  const { subscriber } = subscription;
  return {
    status: subscription.status,
    ...(subscription.statusNote === null ? {} : { status_change_note: subscription.statusNote }),
    status_update_time: subscription.statusTime,
    id: subscription.id,
    plan_id: subscription.planId,
    start_time: subscription.startTime,
    quantity: '1',
    shipping_amount: money(0, subscription.currency),
    ...(subscriber
      ? {
          subscriber: {
            email_address: subscriber.email_address,
            payer_id: subscriber.payer_id,
            name: subscriber.name,
          },
          billing_info: billingInfo(context, subscription),
        }
      : {}),
    create_time: subscription.createTime,
    update_time: subscription.updateTime,
    ...(subscription.customId === null ? {} : { custom_id: subscription.customId }),
    plan_overridden: subscription.planOverridden,
    links: subscriptionLinks(context, subscription),
  };
}

function billingInfo(context: SimulatorContext, subscription: Subscription) {
  const { currency } = subscription;
  const sales = listSales(context, subscription);
  const last = sales.at(-1);
  return {
    outstanding_balance: money(subscription.outstandingCents, currency),
    cycle_executions: [
      {
        tenure_type: 'REGULAR',
        sequence: 1,
        cycles_completed: sales.length,
        cycles_remaining: 0,
        current_pricing_scheme_version: 1,
        total_cycles: 0,
      },
    ],
    ...(last ? { last_payment: { amount: money(last.amountCents, currency), time: last.time } } : {}),
    ...(subscription.nextBillingTime === null ? {} : { next_billing_time: subscription.nextBillingTime }),
    failed_payments_count: subscription.failedPayments,
    ...(subscription.lastFailedTime === null
      ? {}
      : {
          last_failed_payment: {
            amount: money(subscription.priceCents, currency),
            time: subscription.lastFailedTime,
            reason_code: 'PAYMENT_DENIED',
            next_payment_retry_time: retryTime(subscription.lastFailedTime),
          },
        }),
  };
}

/** PayPal tries again after five days. */
function retryTime(failedTime: string): string {
  return toTimestamp(new Date(Date.parse(failedTime) + 5 * 24 * 3_600_000));
}

function subscriptionLinks(context: SimulatorContext, subscription: Subscription): Link[] {
  const self = `${context.url}/v1/billing/subscriptions/${subscription.id}`;
  const action = (rel: string): Link => ({ href: `${self}/${rel}`, rel, method: 'POST' });
  const actions = {
    APPROVAL_PENDING: [
      { href: subscriptionApprovalUrl(context, subscription), rel: 'approve', method: 'GET' },
    ],
    ACTIVE: [action('cancel'), action('suspend'), action('capture')],
    SUSPENDED: [action('cancel'), action('activate')],
    CANCELLED: [],
    EXPIRED: [],
  }[subscription.status];
  return [
    ...actions,
    { href: self, rel: 'edit', method: 'PATCH' },
    { href: self, rel: 'self', method: 'GET' },
  ];
}

function subscriptionApprovalUrl(context: SimulatorContext, subscription: Subscription): string {
  return `${context.url}/webapps/billing/subscriptions?ba_token=${subscription.billingToken}`;
}

/** Returns the payments of a subscription, oldest first. */
export function listSales(context: SimulatorContext, subscription: Subscription): Sale[] {
  return Object.values(context.state.sales)
    .filter((sale) => sale.subscriptionId === subscription.id)
    .sort((a, b) => a.time.localeCompare(b.time));
}

/** Returns the annual plan, or one that a request created. Undefined for another id. */
export function findPlan({ settings, state }: SimulatorContext, id: string): Plan | undefined {
  if (id === settings.annualPlanId) return { id, priceCents: settings.annualPlanPriceCents };
  return state.plans[id];
}

/** A yearly plan. A subscription has the price that it began with. */
export function planResource(context: SimulatorContext, { id, priceCents }: Plan): Record<string, unknown> {
  return {
    id,
    product_id: 'PROD-SIMULATED',
    name: 'Annual Subscription',
    status: context.settings.annualPlanStatus ?? 'ACTIVE',
    usage_type: 'LICENSED',
    billing_cycles: [
      {
        pricing_scheme: {
          version: 1,
          fixed_price: { currency_code: 'USD', value: centsToDecimal(priceCents) },
        },
        frequency: { interval_unit: 'YEAR', interval_count: 1 },
        tenure_type: 'REGULAR',
        sequence: 1,
        total_cycles: 0,
      },
    ],
    quantity_supported: false,
    links: [
      {
        href: `${context.url}/v1/billing/plans/${id}`,
        rel: 'self',
        method: 'GET',
      },
    ],
  };
}
