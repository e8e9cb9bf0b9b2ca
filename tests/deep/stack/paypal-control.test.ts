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

test('the HTTP controls change the simulator, and refuse unknown subscriptions, wrong states and wrong settings', async () => {
  const { simulator, call } = await startSimulator();
  const control = `${simulator.url}/control`;
  const id = await newSubscription(call);
  const steps = [
    [`approve/${id}`, { email: 'ann@example.com' }, 204],
    [`subscriptions/${id}/renew`, { time: '2031-01-01T00:00:00Z' }, 204],
    [`subscriptions/${id}/fail-payment`, {}, 204],
    [`subscriptions/${id}/cancel`, {}, 204],
    [`subscriptions/${id}/renew`, {}, 422],
    ['subscriptions/NONE/renew', {}, 404],
    ['', { delayMs: -1 }, 400],
    ['', { unknown: true }, 400],
    ['', { refuseWrites: 404 }, 400],
    ['', { refuseWrites: 503, failAfterWrite: 'disconnect', pendingRefunds: true }, 200],
    ['refunds/NONE/complete', {}, 404],
  ] as const;
  for (const [name, body, status] of steps)
    expect([name, (await post(`${control}/${name}`.replace(/\/$/, ''), body)).status]).toEqual([
      name,
      status,
    ]);
  expect((await post(`${control}/idle`)).status).toBe(204);
  const state = (await (await fetch(`${control}/state`)).json()) as unknown;
  expect(state).toEqual(simulator.state());
  expect(state).toMatchObject({
    subscriptions: { [id]: { status: 'CANCELLED' } },
    switches: { refuseWrites: 503, failAfterWrite: 'disconnect', pendingRefunds: true },
  });
  expect((await post(`${control}/reset`)).status).toBe(204);
  expect(simulator.state().subscriptions).toEqual({});
});

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
