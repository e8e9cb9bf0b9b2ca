import { centsToDecimal } from '../../../src/shared/money.ts';
import { money } from '../money.ts';
import type { Link } from '../shapes.ts';
import type { Sale, Subscription } from '../state.ts';
import type { World } from '../world.ts';

/** Payments of a subscription, oldest first. */
export const salesOf = (world: World, subscription: Subscription): Sale[] =>
  Object.values(world.state.sales)
    .filter((sale) => sale.subscriptionId === subscription.id)
    .sort((a, b) => a.time.localeCompare(b.time));

/** The page where the buyer approves a subscription. */
const subscriptionApprovalUrl = (world: World, subscription: Subscription): string =>
  `${world.url}/webapps/billing/subscriptions?ba_token=${subscription.billingToken}`;

const linksOf = (world: World, subscription: Subscription): Link[] => {
  const self = `${world.url}/v1/billing/subscriptions/${subscription.id}`;
  const action = (rel: string): Link => ({ href: `${self}/${rel}`, rel, method: 'POST' });
  const actions = {
    APPROVAL_PENDING: [{ href: subscriptionApprovalUrl(world, subscription), rel: 'approve', method: 'GET' }],
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
};

const billingInfo = (world: World, subscription: Subscription) => {
  const { currency } = subscription;
  const sales = salesOf(world, subscription);
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
          },
        }),
  };
};

/** A subscription as GET answers it. The provider shows no application context. */
export const subscriptionResource = (world: World, subscription: Subscription): Record<string, unknown> => {
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
          billing_info: billingInfo(world, subscription),
        }
      : {}),
    create_time: subscription.createTime,
    update_time: subscription.updateTime,
    ...(subscription.customId === null ? {} : { custom_id: subscription.customId }),
    plan_overridden: subscription.planOverridden,
    links: linksOf(world, subscription),
  };
};

/** The plan that is sold: active, yearly, without end. */
export const planResource = (world: World): Record<string, unknown> => ({
  id: world.settings.annualPlanId,
  product_id: 'PROD-SIMULATED',
  name: 'Annual Subscription',
  status: world.settings.annualPlanStatus ?? 'ACTIVE',
  usage_type: 'LICENSED',
  billing_cycles: [
    {
      pricing_scheme: {
        version: 1,
        fixed_price: { currency_code: 'USD', value: centsToDecimal(world.settings.annualPlanPriceCents) },
      },
      frequency: { interval_unit: 'YEAR', interval_count: 1 },
      tenure_type: 'REGULAR',
      sequence: 1,
      total_cycles: 0,
    },
  ],
  quantity_supported: false,
  links: [
    { href: `${world.url}/v1/billing/plans/${world.settings.annualPlanId}`, rel: 'self', method: 'GET' },
  ],
});
