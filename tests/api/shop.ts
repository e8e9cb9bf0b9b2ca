import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { Settings } from '../../src/server/frame/context/context.ts';
import type { PayPalSettings } from '../../src/server/clients/paypal/paypal-api.ts';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import { planOfType } from '../../src/shared/plans.ts';
import { type PayPalSimulator, startPayPal } from '../../stack/paypal/simulator.ts';
import { type Certificates, type State, createState } from '../../stack/paypal/state.ts';
import { createCertificates } from '../../stack/paypal/webhooks/signing.ts';
import { closeServer, serveHandler } from '../../stack/web-server.ts';
import {
  type Api,
  type ApiOptions,
  type Call,
  callerOf,
  credentials,
  settings,
  startApi,
} from './harness.ts';
import { createWebhookSigner, type WebhookSigner } from './webhook-signer.ts';

/** Settings of the PayPal simulator that a test can change while it runs. */
interface SimulatorSettings {
  clientSecret: string;
  annualPlanPriceCents: number;
}

/** Returns the initial settings of a PayPal simulator. */
export const newSimulatorSettings = (): SimulatorSettings => ({
  clientSecret: credentials.clientSecret,
  annualPlanPriceCents: planOfType('subscription')?.priceCents ?? 0,
});

export interface Shop extends Api {
  readonly paypal: PayPalSimulator;
  /** Calls PayPal's REST API with the server's token. */
  readonly provider: Call;
  readonly webhooks: WebhookSigner;
  /** Settings of the simulator. A new `clientSecret` makes it refuse the tokens that it issued before. */
  readonly simulated: SimulatorSettings;
  /** PayPal's URL and the credentials in the API's settings. */
  readonly paypalSettings: { clientSecret: string } & PayPalSettings;
}

export interface ShopOptions extends Omit<ApiOptions, 'paypal'> {
  /** Initial state of PayPal, for example payments of an earlier year. */
  readonly past?: Partial<State>;
  readonly settings?: Partial<Settings>;
}

const tokenResponse = z.object({ access_token: z.string() });

/** Returns a `Call` for the REST API of the simulator at `url`, with the server's token. Throws on an error status. */
export const providerCaller = async (url: string): Promise<Call> => {
  const { clientId, clientSecret } = credentials;
  const response = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const token = tokenResponse.parse(await response.json()).access_token;
  const call = callerOf((request) => fetch(request));
  return async (method, to, body) => {
    const answer = await call(method, url + to, body, { token });
    if (answer.status >= 300) throw new Error(`${method} ${to}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
};

/** Starts a PayPal simulator that delivers webhooks to `webhookUrl`, and returns its signing certificates as well. */
export const startSimulator = async (
  simulated: SimulatorSettings,
  webhookUrl: string,
  past: Partial<State>,
): Promise<{ paypal: PayPalSimulator; certificates: Certificates }> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kithbook-paypal-'));
  const stateFile = path.join(folder, 'state.json');
  const certificates = await createCertificates();
  await writeFile(stateFile, JSON.stringify({ state: createState(past), certificates }));
  const paypal = await startPayPal(
    Object.assign(simulated, {
      port: 0,
      webhookUrl,
      clientId: credentials.clientId,
      webhookId: credentials.webhookId,
      merchantId: settings.merchantId,
      annualPlanId: settings.annualPlanId,
      stateFile,
    }),
  );
  const close = async () => {
    await paypal.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { paypal: { ...paypal, close }, certificates };
};

/** Starts the API and a PayPal simulator that delivers its webhooks to the API over HTTP. */
export const startShop = async ({ past = {}, ...options }: ShopOptions = {}): Promise<Shop> => {
  const running: { api?: Api } = {};
  const site = await serveHandler(
    async (request) => running.api?.app.fetch(request) ?? new Response(null, { status: 503 }),
    0,
  );
  const webhookUrl = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}/api/paypal/webhook`;
  const simulated = newSimulatorSettings();
  const { paypal, certificates } = await startSimulator(simulated, webhookUrl, past);
  const paypalSettings = { ...credentials, apiUrl: paypal.url };
  const api = await startApi({ ...options, paypal: createPayPal(paypalSettings) });
  running.api = api;
  return {
    ...api,
    paypal,
    simulated,
    paypalSettings,
    provider: await providerCaller(paypal.url),
    webhooks: createWebhookSigner(
      `${paypal.url}/v1/notifications/certs/${certificates.id}`,
      certificates.privateKey,
    ),
    close: async () => {
      await paypal.close();
      await closeServer(site);
      await api.close();
    },
  };
};
