import * as z from 'zod/mini';
import type { Env } from '../../../src/server/env.ts';
import {
  createPayPalApi,
  type PayPalApi,
  requestSignal,
} from '../../../src/server/clients/paypal/paypal-api.ts';
import { rootMessage } from '../command-result.ts';
import { type Check, findings, runChecks, unreachable, type Finding } from './check.ts';
import { checkMissingEvents, inspectWebhook, webhookShape } from './paypal-webhook.ts';
import { money } from '../../../src/server/clients/paypal/value-shapes.ts';
import { centsToDecimal, formatUsd } from '../../../src/shared/money.ts';
import { currency, planOfType } from '../../../src/shared/plans.ts';

/** Checks the credentials first; without them, every other call would fail for the same reason. */
export const checkPayPal: Check = {
  name: 'PayPal',
  needs: ['PAYPAL_API_URL', 'PUBLIC_PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  timeoutMs: 60_000,
  run: async (environment) => {
    const { env, isLocal } = environment;
    const { good, wrong } = findings('PayPal credentials');
    const api = createPayPalApi({
      apiUrl: env.PAYPAL_API_URL,
      clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
    });
    try {
      await api.get(planPath(env), z.unknown(), requestSignal());
    } catch (error) {
      const { host } = new URL(env.PAYPAL_API_URL);
      const isTokenRefused = /oauth2\/token answered 4\d\d/.test(rootMessage(error));
      return [
        isTokenRefused
          ? wrong(
              `${host} refuses them. Copy PUBLIC_PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET from one app, live or sandbox as PAYPAL_API_URL is.`,
            )
          : unreachable('PayPal', host, error, isLocal),
      ];
    }
    return [good('are accepted'), ...(await runChecks(accountChecks(api), environment))];
  },
};

/** Path of the annual plan. Without a plan id, PayPal answers 404, which proves the credentials as well. */
function planPath(env: Env): string {
  return `/v1/billing/plans/${encodeURIComponent(env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID || 'none')}`;
}

function accountChecks(api: PayPalApi): readonly Check[] {
  return [
    {
      name: 'PayPal merchant id',
      needs: ['PAYPAL_MERCHANT_ID'],
      run: ({ env }) => checkMerchant(api, env.PAYPAL_MERCHANT_ID),
    },
    {
      name: 'PayPal plan',
      needs: ['PUBLIC_PAYPAL_ANNUAL_PLAN_ID'],
      run: async ({ env }) => [inspectPlan(await api.get(planPath(env), planShape, requestSignal()))],
    },
    {
      name: 'PayPal webhook',
      needs: ['PAYPAL_WEBHOOK_ID'],
      run: async ({ env, siteUrl }) => {
        const path = `/v1/notifications/webhooks/${encodeURIComponent(env.PAYPAL_WEBHOOK_ID)}`;
        return [inspectWebhook(await api.get(path, webhookShape, requestSignal()), siteUrl)];
      },
    },
    checkFeature(api, 'Transaction Search', transactionsPath()),
    checkFeature(api, 'Disputes', '/v1/customer/disputes?page_size=1'),
    checkMissingEvents(api),
  ];
}

const merchantId = /^[A-Z0-9]{13}$/;

/** Compares the merchant id with the account that PayPal names in its list of transactions. */
async function checkMerchant(api: PayPalApi, id: string) {
  const { good, wrong } = findings('PayPal merchant id');
  if (!merchantId.test(id))
    return [
      wrong(
        "is not 13 capitals and digits. Copy the account's Merchant ID, not an e-mail address, into PAYPAL_MERCHANT_ID.",
      ),
    ];
  const shape = z.object({ account_number: z.optional(z.string()) });
  const report = await api.get(transactionsPath(), shape, requestSignal()).catch(() => null);
  const account = report?.account_number ?? '';
  if (!merchantId.test(account))
    return [good("has the right form; PayPal does not name the app's account to compare")];
  return [
    account === id
      ? good("is the account's")
      : wrong(`is ${id}, and the app's account is ${account}. Put that into PAYPAL_MERCHANT_ID.`),
  ];
}

/** Path of the smallest report: at most one transaction of the last hour. */
function transactionsPath(): string {
  const [start = '', end = ''] = [Date.now() - 3_600_000, Date.now()].map((at) => new Date(at).toISOString());
  const query = new URLSearchParams({ start_date: start, end_date: end, page_size: '1' });
  return `/v1/reporting/transactions?${query.toString()}`;
}

/** Checks a feature that has to be switched on for the app. */
function checkFeature(api: PayPalApi, feature: string, path: string): Check {
  const { good, wrong } = findings(`PayPal ${feature}`);
  return {
    name: `PayPal ${feature}`,
    run: async () => {
      try {
        await api.get(path, z.unknown(), requestSignal());
        return [good('answers')];
      } catch (error) {
        return [
          wrong(
            `is refused (${rootMessage(error)}). Switch it on in the app's features; that can take nine hours.`,
          ),
        ];
      }
    },
  };
}

const cycleShape = z.object({
  tenure_type: z.string(),
  total_cycles: z._default(z.number(), 1),
  frequency: z.object({ interval_unit: z.string(), interval_count: z._default(z.number(), 1) }),
  pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
});

/** The checked fields of GET /v1/billing/plans/{id}. */
export const planShape = z.object({
  status: z.string(),
  billing_cycles: z.tuple([cycleShape], cycleShape),
  payment_preferences: z.optional(z.object({ setup_fee: z.optional(money) })),
  taxes: z.optional(z.object({ percentage: z.coerce.number(), inclusive: z._default(z.boolean(), true) })),
});

/** Compares a PayPal plan with the subscription in src/shared/plans.ts. `null` means that PayPal has no such plan. */
export function inspectPlan(plan: z.infer<typeof planShape> | null): Finding {
  const { good, wrong } = findings('PayPal plan');
  const setting = 'PUBLIC_PAYPAL_ANNUAL_PLAN_ID';
  if (!plan) return wrong(`is unknown at PayPal. Put the id of the live plan into ${setting}.`);
  if (plan.status !== 'ACTIVE') return wrong(`is ${plan.status}. Activate it at PayPal.`);
  const sitePlan = planOfType('subscription');
  const [cycle, ...otherCycles] = plan.billing_cycles;
  const { interval_unit: unit, interval_count: count } = cycle.frequency;
  const price = cycle.pricing_scheme?.fixed_price;
  const differences = [
    (cycle.tenure_type !== 'REGULAR' || otherCycles.length > 0) && 'has a trial',
    (unit !== sitePlan?.interval?.toUpperCase() || count !== 1) && `bills every ${String(count)} ${unit}`,
    cycle.total_cycles !== 0 && `ends after ${String(cycle.total_cycles)} payments`,
    (price?.cents !== sitePlan?.priceCents || price?.currency !== currency) &&
      `costs ${price ? `${centsToDecimal(price.cents)} ${price.currency}` : 'no fixed price'}`,
    (plan.payment_preferences?.setup_fee?.cents ?? 0) > 0 && 'has a setup fee',
    plan.taxes && plan.taxes.percentage > 0 && !plan.taxes.inclusive && 'adds a tax',
  ].filter(Boolean);
  return differences.length === 0
    ? good('is active, and bills what src/shared/plans.ts says')
    : wrong(
        `${differences.join(', ')}. Create a plan of ${formatUsd(sitePlan?.priceCents ?? 0)} every ${sitePlan?.interval ?? ''}, without trial, end, setup fee or added tax, and put its id into ${setting}.`,
      );
}
