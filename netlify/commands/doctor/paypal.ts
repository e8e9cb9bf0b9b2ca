import * as z from 'zod/mini';
import type { Env } from '../../../src/server/env.ts';
import { createPayPalApi, timeLimit } from '../../../src/server/paypal/paypal-api.ts';
import { about, type Check, type Finding, isLoopback, type Patient } from './check.ts';
import { examinePlan, planShape } from './paypal-plan.ts';
import { examineWebhook, webhookShape } from './paypal-webhook.ts';
import { isRefused, isUnreachable, whyOf } from './why.ts';

const credentials = about("PayPal's credentials");
const merchant = about("PayPal's merchant id");
const reporting = about("PayPal's Transaction Search");
const disputes = about("PayPal's Disputes");

const apiOf = (env: Env) =>
  createPayPalApi({
    apiUrl: env.PAYPAL_API_URL,
    clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
    clientSecret: env.PAYPAL_CLIENT_SECRET,
    webhookId: env.PAYPAL_WEBHOOK_ID,
  });

const credentialsFault = (error: unknown, { env, isLocal }: Patient): Finding => {
  const { host, hostname } = new URL(env.PAYPAL_API_URL);
  if (isLocal && isLoopback(hostname) && isRefused(error))
    return credentials.unchecked(`the simulator does not answer at ${host}; npm start runs it`);
  if (/oauth2\/token answered 4/.test(whyOf(error)))
    return credentials.wrong(
      `${host} takes no such pair. Copy PUBLIC_PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET of one app, live or sandbox as PAYPAL_API_URL is.`,
    );
  if (isUnreachable(error))
    return credentials.unchecked(`${host} cannot be reached; is there a network? (${whyOf(error)})`);
  return credentials.wrong(`${host} cannot be asked (${whyOf(error)}).`);
};

/** The provider's ids of accounts are 13 letters and digits. */
const merchantId = /^[A-Z0-9]{13}$/;

/** The merchant id against the account whose transactions the provider lists, where it names one. */
const examineMerchant = ({ PAYPAL_MERCHANT_ID: id }: Env, account?: string): Finding => {
  if (!merchantId.test(id))
    return merchant.wrong(
      'is not 13 capitals and digits. Copy the Merchant ID of the account into PAYPAL_MERCHANT_ID; no address.',
    );
  if (account === undefined || !merchantId.test(account))
    return merchant.good('has the form of one; the first purchase tells whether it is ours');
  return account === id
    ? merchant.good('is that of the account')
    : merchant.wrong(
        `is ${id}, and the app's account is ${account}: every order would be refused. Put its id into PAYPAL_MERCHANT_ID.`,
      );
};

/** Why the app may not ask for something, or cannot. */
const featureFault = (feature: ReturnType<typeof about>, error: unknown): Finding =>
  /answered 403/.test(whyOf(error))
    ? feature.wrong(
        'is refused to this app. Switch it on in the features of the app, and wait up to nine hours.',
      )
    : feature.wrong(`cannot be asked (${whyOf(error)}).`);

/** Whether disputes can be read: without that none puts a commission on hold. */
const examineDisputes = async (api: ReturnType<typeof apiOf>): Promise<Finding> => {
  try {
    await api.get('/v1/customer/disputes?page_size=1', z.unknown(), timeLimit());
    return disputes.good('answers, so a dispute puts the commission on hold');
  } catch (error) {
    return featureFault(disputes, error);
  }
};

/** GET /v1/reporting/transactions, in part. */
const reportShape = z.object({ account_number: z.optional(z.string()) });

const hour = 60 * 60 * 1_000;

/** Whether transactions of the last hour can be read, and the account that they are of. */
const examineReporting = async (
  api: ReturnType<typeof apiOf>,
): Promise<{ readonly finding: Finding; readonly account?: string | undefined }> => {
  const [start, end] = [Date.now() - hour, Date.now()].map((at) => new Date(at).toISOString());
  const query = new URLSearchParams({ start_date: start ?? '', end_date: end ?? '', page_size: '1' });
  try {
    const path = `/v1/reporting/transactions?${query.toString()}`;
    const report = await api.get(path, reportShape, timeLimit());
    return {
      finding: reporting.good('answers, so the books can be compared'),
      account: report?.account_number,
    };
  } catch (error) {
    return { finding: featureFault(reporting, error) };
  }
};

const planPath = (env: Env): string =>
  `/v1/billing/plans/${encodeURIComponent(env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID || 'none')}`;

/** The account, the plan and the webhook that the settings name, as far as they name them. */
const examineIds = async (
  api: ReturnType<typeof apiOf>,
  { env, siteUrl, unusable }: Patient,
  account: string | undefined,
): Promise<readonly Finding[]> => {
  const hook = `/v1/notifications/webhooks/${encodeURIComponent(env.PAYPAL_WEBHOOK_ID)}`;
  const all: readonly [setting: keyof Env, name: string, () => Finding | Promise<Finding>][] = [
    ['PAYPAL_MERCHANT_ID', "PayPal's merchant id", () => examineMerchant(env, account)],
    [
      'PUBLIC_PAYPAL_ANNUAL_PLAN_ID',
      "PayPal's plan",
      async () => examinePlan(await api.get(planPath(env), planShape, timeLimit())),
    ],
    [
      'PAYPAL_WEBHOOK_ID',
      "PayPal's webhook",
      async () => examineWebhook(await api.get(hook, webhookShape, timeLimit()), siteUrl),
    ],
  ];
  const found: Finding[] = [];
  for (const [setting, name, examine] of all)
    found.push(unusable?.has(setting) ? about(name).unchecked(`it needs ${setting}`) : await examine());
  return found;
};

/** Whether the payment provider knows us, sells what we sell, and tells us what happens. */
export const checkPayPal: Check = {
  name: 'PayPal',
  needs: ['PAYPAL_API_URL', 'PUBLIC_PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'],
  run: async (patient) => {
    const { env, unusable } = patient;
    const api = apiOf(env);
    try {
      await api.get(planPath(env), z.unknown(), timeLimit());
    } catch (error) {
      const named = unusable?.has('PAYPAL_MERCHANT_ID') ? [] : [examineMerchant(env)];
      return [credentialsFault(error, patient), ...named];
    }
    const { finding, account } = await examineReporting(api);
    return [
      credentials.good('are taken'),
      ...(await examineIds(api, patient, account)),
      finding,
      await examineDisputes(api),
    ];
  },
};
