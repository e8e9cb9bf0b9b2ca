import * as z from 'zod/mini';
import { createPayPalApi, requestSignal } from '../../../src/server/clients/paypal/paypal-api.ts';
import { planDifferences } from '../../../src/server/clients/paypal/plan-shape.ts';
import { requiredEvents } from '../../../src/shared/paypal-event-types.ts';
import { planOfType } from '../../../src/shared/plans.ts';
import { rootMessage } from '../command-result.ts';
import { type Check, type Finding, good, unchecked, wrong } from './check.ts';

/** Checks the credentials, the plan, the webhook, the account and the features. Wrong credentials end the check. */
export const checkPayPal: Check = {
  name: 'PayPal',
  needs: /PAYPAL/,
  help: 'Copy PUBLIC_PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET from one app, live or sandbox as PAYPAL_API_URL is.',
  run: async ({ env, siteUrl }) => {
    const api = createPayPalApi({
      apiUrl: env.PAYPAL_API_URL,
      clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
    });
    /** Returns null for 404. */
    const get = (path: string) => api.get(path, z.unknown(), requestSignal());
    const plan = await get(`/v1/billing/plans/${env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID}`);
    const webhook = await get(`/v1/notifications/webhooks/${env.PAYPAL_WEBHOOK_ID}`);
    const inspectReport = (report: unknown) => inspectAccount(report, env.PAYPAL_MERCHANT_ID);
    return [
      good('accepts the credentials'),
      inspectPlan(plan),
      inspectWebhook(webhook, `${siteUrl}/api/paypal/webhook`),
      await get(recentTransactions()).then(inspectReport, refusedFeature),
      await get('/v1/customer/disputes?page_size=1').then(() => good('lists disputes'), refusedFeature),
    ];
  },
};

function refusedFeature(error: unknown): Finding {
  const help = "Switch Transaction Search and Disputes on in the app's features; that can take nine hours.";
  return wrong(`refuses a feature (${rootMessage(error)}). ${help}`);
}

/** Path of the smallest report: at most one transaction of the last hour. */
function recentTransactions(): string {
  const [start = '', end = ''] = [Date.now() - 3_600_000, Date.now()].map((at) => new Date(at).toISOString());
  return `/v1/reporting/transactions?start_date=${start}&end_date=${end}&page_size=1`;
}

/** Compares the merchant id with the account of the report, which PayPal may omit. */
function inspectAccount(report: unknown, id: string): Finding {
  const { account_number: account } = z.object({ account_number: z.optional(z.string()) }).parse(report);
  if (account === undefined) return unchecked('PayPal names no account to compare with PAYPAL_MERCHANT_ID');
  return account === id && /^[A-Z0-9]{13}$/.test(id)
    ? good('lists transactions, and PAYPAL_MERCHANT_ID is right')
    : wrong(`names the account ${account}. PAYPAL_MERCHANT_ID is its Merchant ID, 13 capitals and digits.`);
}

/** A webhook for all events lists the type `*`. */
const webhookShape = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string(), status: z.optional(z.string()) })),
});

/** Compares a PayPal webhook with the site's address and events. */
function inspectWebhook(body: unknown, address: string): Finding {
  if (body === null)
    return wrong(`does not know the webhook. Register ${address}, and put the id into PAYPAL_WEBHOOK_ID.`);
  const { url, event_types: types } = webhookShape.parse(body);
  // The local simulator sends to 127.0.0.1.
  if (url !== address.replace('//localhost:', '//127.0.0.1:'))
    return wrong(`sends events to ${url}, and the site listens at ${address}. Change it at PayPal.`);
  const sent = types.filter(({ status }) => status !== 'DISABLED').map(({ name }) => name);
  const missing = requiredEvents.filter((names) => !['*', ...names].some((name) => sent.includes(name)));
  return missing.length > 0
    ? wrong(`does not send the events ${missing.map(([name]) => name).join(', ')}. Tick them at PayPal.`)
    : good('sends every needed event to the site');
}

/** Compares a PayPal plan with the subscription in src/shared/plans.ts. */
export function inspectPlan(plan: unknown): Finding {
  if (plan === null)
    return wrong('does not know the plan. Put the id of the live one into PUBLIC_PAYPAL_ANNUAL_PLAN_ID.');
  const differences = planDifferences(plan, planOfType('subscription')?.priceCents ?? 0);
  return differences
    ? wrong(`has another plan than src/shared/plans.ts (${differences}). See docs/deploy.md.`)
    : good('has the plan of src/shared/plans.ts');
}
