import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startPayPal, type PayPalSettings, type PayPalSimulator } from '../../../stack/paypal/simulator.ts';

/** A webhook that the site received. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
  eventId: string;
}

/** A site that records its webhooks. It takes its next status codes from `answers`, and answers 200 when the list is empty. */
export interface Site {
  url: string;
  received: Delivery[];
  answers: number[];
  types(): string[];
  close(): Promise<void>;
}

const eventSchema = z.object({ id: z.string(), event_type: z.string() });

export async function openSite(): Promise<Site> {
  const received: Delivery[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const event = eventSchema.parse(JSON.parse(body));
      received.push({ headers: request.headers, body, type: event.event_type, eventId: event.id });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks/paypal`,
    received,
    answers,
    types: () => received.map(({ type }) => type),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const clientId = 'simulated-client';
const clientSecret = 'simulated-secret';

export function settingsFor(site: { url: string }): PayPalSettings {
  return {
    port: 0,
    webhookUrl: site.url,
    clientId,
    clientSecret,
    merchantId: 'SELLER1234567',
    webhookId: '8PT59711WH687430L',
    annualPlanId: 'P-ANNUAL49',
    annualPlanPriceCents: 4999,
    stateFile: null,
  };
}

async function tokenFor(simulator: PayPalSimulator, secret = clientSecret): Promise<string> {
  const response = await fetch(`${simulator.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return z.object({ access_token: z.string() }).parse(await response.json()).access_token;
}

/** JSON for tests. A missing field is undefined, and fails the expectation. */
export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  body: Json;
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Returns a function that calls the REST API with the token of `secret`, or with the browser's token for ''. */
export async function callerOf(simulator: PayPalSimulator, secret = clientSecret): Promise<Call> {
  const authorization = `Bearer ${await tokenFor(simulator, secret)}`;
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      // Closes the connection, since a restart of the simulator would end an open one.
      headers: { authorization, 'content-type': 'application/json', connection: 'close', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json) };
  };
}

/** The site's order for the Basic plan. */
export function basicOrder(changes: Json = {}, amount: Json = {}): Json {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'ref-kb1234',
        custom_id: 'basic',
        custom_data: { affiliate_code: 'kb1234' },
        description: 'Basic',
        amount: {
          currency_code: 'USD',
          value: '59.99',
          breakdown: { item_total: { currency_code: 'USD', value: '59.99' } },
          ...amount,
        },
        items: [{ name: 'Basic', quantity: '1', unit_amount: { currency_code: 'USD', value: '59.99' } }],
        ...changes,
      },
    ],
  };
}

export const text = z.string();

/** Creates an order and returns its id. */
export async function newOrder(call: Call, body = basicOrder()): Promise<string> {
  return text.parse((await call('POST', '/v2/checkout/orders', body)).body['id']);
}

/** Creates a subscription to the annual plan and returns its id. */
export async function newSubscription(call: Call, changes: Json = {}): Promise<string> {
  const request = { plan_id: 'P-ANNUAL49', custom_id: 'kb1234', ...changes };
  return text.parse((await call('POST', '/v1/billing/subscriptions', request)).body['id']);
}

/** Returns the only capture of a paid order. */
export function onlyCapture(simulator: Pick<PayPalSimulator, 'state'>): string {
  return text.parse(Object.keys(simulator.state().captures)[0]);
}

/** Returns the only sale of a paid subscription. */
export function onlySale(simulator: Pick<PayPalSimulator, 'state'>): string {
  return text.parse(Object.keys(simulator.state().sales)[0]);
}

/** Returns the documented 422 with an issue. */
export function unprocessable(issue: string): unknown {
  return {
    status: 422,
    body: expect.objectContaining({
      name: 'UNPROCESSABLE_ENTITY',
      debug_id: expect.any(String) as unknown,
      details: [expect.objectContaining({ issue })],
    }) as unknown,
  };
}

/** Starts a simulator with a site. Both are closed after the test. */
export async function startSimulator(
  changes: Partial<PayPalSettings> = {},
): Promise<{ site: Site; simulator: PayPalSimulator; call: Call }> {
  const site = await openSite();
  const simulator = await startPayPal({ ...settingsFor(site), ...changes });
  onTestFinished(async () => {
    await simulator.close();
    await site.close();
  });
  return { site, simulator, call: await callerOf(simulator) };
}
