import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPayPal } from '../../../stack/paypal/simulator.ts';
import {
  callerOf,
  newOrder,
  newSubscription,
  openSite,
  settingsFor,
  startSimulator,
} from './simulator-context.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

function post(url: string, body: unknown = {}, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('another website can neither use the controls nor approve an order, even with DNS rebinding', async () => {
  const { simulator, call } = await startSimulator();
  const id = await newOrder(call);
  const foreign = { origin: 'https://evil.example' };
  expect((await post(`${simulator.url}/control/reset`, {}, foreign)).status).toBe(403);
  const choice = { email: 'ann@example.com', outcome: 'pay' };
  expect((await post(`${simulator.url}/checkoutnow/${id}/choice`, choice, foreign)).status).toBe(403);
  const { port } = new URL(simulator.url);
  const rebound = new Promise((resolve) => {
    request(
      { port, host: '127.0.0.1', path: '/control/state', headers: { host: 'evil.example' } },
      (answer) => resolve(answer.resume().statusCode),
    ).end();
  });
  expect(await rebound).toBe(403);
  expect(simulator.state().orders[id]?.status).toBe('CREATED');
});

test('a restart keeps payments, the signing key, tokens and pending deliveries', async () => {
  const folder = temporaryFolder();
  const site = await openSite();
  onTestFinished(() => site.close());
  const settings = { ...settingsFor(site), stateFile: path.join(folder, 'state', 'paypal.json') };
  const first = await startPayPal(settings);
  first.set({ webhookDelayMs: 60_000 });
  const call = await callerOf(first);
  const id = await newSubscription(call);
  first.approve(id);
  const before = first.state();
  await first.close();
  expect(site.received).toEqual([]);
  expect(await readdir(path.dirname(settings.stateFile))).toEqual(['paypal.json']);

  const second = await startPayPal({ ...settings, port: Number(new URL(first.url).port) });
  onTestFinished(() => second.close());
  expect(second.caPem).toBe(first.caPem);
  expect(second.state().subscriptions).toEqual(before.subscriptions);
  expect(second.state().sales).toEqual(before.sales);
  expect((await call('GET', `/v1/billing/subscriptions/${id}`)).body).toMatchObject({ status: 'ACTIVE' });
  await second.idle();
  expect(site.types()).toEqual([
    'BILLING.SUBSCRIPTION.CREATED',
    'BILLING.SUBSCRIPTION.ACTIVATED',
    'PAYMENT.SALE.COMPLETED',
  ]);
});
