import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { createFirebaseIdentity } from '../../../src/server/clients/firebase/firebase.ts';
import { retryDueEvents } from '../../../src/server/money/webhooks/retry-events.ts';
import { unconfiguredIdentity } from '../../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../../src/server/clients/paypal/paypal-client.ts';
import { limits } from '../../../src/shared/limits.ts';
import { unsignedToken } from '../accounts.ts';
import { nothing, paidOrder, records, track } from '../buyer.ts';
import { createTestDatabase, settings, startApi, type TestDatabase } from '../harness.ts';
import { newAffiliate } from '../factories.ts';
import { type Shop, startShop } from '../shop.ts';
import { expectWithinFiveSeconds, measureOwnTime } from '../expect-within.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { terms } from '../settings.ts';

const minute = 60_000;

let database: TestDatabase;
let shop: Shop;
let proxy: TcpProxy;
let now = Date.now();
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database, now: () => new Date(now) });
  // Fetches PayPal's certificate, which is cached. So the later outages affect only other calls to PayPal.
  await shop.call('POST', '/api/paypal/webhook', '{}', { headers: shop.webhooks.sign('{}') });
  proxy = await openTcpProxy(Number(new URL(shop.paypal.url).port));
  Object.assign(shop.paypalSettings, { apiUrl: `http://127.0.0.1:${String(proxy.port)}` });
  shop.paypal.set({ holdWebhooks: true });
  Object.assign(limits.timeoutMs, { paypal: 1_000 });
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
});

/** Runs the scheduled function. */
function retry() {
  return retryDueEvents(
    {
      db: database.db,
      paypal: createPayPal(shop.paypalSettings),
      identity: unconfiguredIdentity,
      settings,
      mail: null,
      terms,
      letters: () => Promise.resolve([]),
      now: () => new Date(now),
    },
    () => undefined,
  );
}

/** Delivers PayPal's event of the order's capture. */
function deliver() {
  const body = JSON.stringify(
    Object.values(shop.paypal.state().events).find(
      ({ event_type: type }) => type === 'PAYMENT.CAPTURE.COMPLETED',
    ),
  );
  return shop.call('POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) });
}

describe('while PayPal', () => {
  test.each([
    ['refuses connections', () => proxy.refuse(), () => proxy.restore()],
    ['never answers', () => Promise.resolve(proxy.stall()), () => proxy.restore()],
  ])(
    '%s, a report is 202 within five seconds, and the scheduled function later records the purchase once',
    async (_case, fail, restore) => {
      shop.paypal.reset();
      shop.paypal.set({ holdWebhooks: true });
      const { id, code } = await newAffiliate(shop.rows);
      const orderId = await paidOrder(shop, { code });
      await fail();
      const report = () => track(shop, orderId, { affiliateCode: code });
      const [answers, ms] = await measureOwnTime(() => Promise.all([report(), deliver(), report()]));
      expectWithinFiveSeconds(ms);
      expect(answers).toMatchObject([
        { status: 202, body: { orderId, status: 'pending' } },
        { status: 200, body: { received: true } },
        { status: 202 },
      ]);
      expect(await records(shop.rows, orderId)).toEqual(nothing);
      await restore();
      now += minute;
      expect(await retry()).toEqual({ done: 1, failed: 0 });
      now += minute;
      expect(await retry()).toEqual({ done: 0, failed: 0 });
      expect(await report()).toMatchObject({ status: 200, body: { orderId, status: 'recorded' } });
      expect(await records(shop.rows, orderId)).toMatchObject({
        purchases: [{ affiliate_id: id }],
        payments: [{ sequence: 1, state: 'completed' }],
        entries: [{ affiliate_id: id, amount_cents: 600 }],
      });
    },
  );

  test('refuses the credentials, a report is 202, and the log has the failed call', async () => {
    const paypal = createPayPal({ ...shop.paypalSettings, clientSecret: 'another' });
    const refused = await startApi({ database, paypal });
    expect(await track({ ...shop, ...refused }, await paidOrder(shop))).toMatchObject({ status: 202 });
    expect(refused.log).toContainEqual(
      expect.objectContaining({ dependency: 'payments', outcome: 'failed' }),
    );
  });

  test('does not serve its certificate, the webhook answers 503 to an event, and accepts its next delivery', async () => {
    const fresh = await startShop();
    fresh.paypal.set({ holdWebhooks: true });
    await paidOrder(fresh);
    const body = JSON.stringify(Object.values(fresh.paypal.state().events)[0]);
    const send = () =>
      fresh.call('POST', '/api/paypal/webhook', body, { headers: fresh.webhooks.sign(body) });
    fresh.paypal.set({ down: true });
    const answer = await send();
    expect(answer).toMatchObject({ status: 503, body: { code: 'payment-provider-unavailable' } });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    fresh.paypal.set({ down: false });
    expect((await send()).status).toBe(200);
    await fresh.close();
  });
});

test('while Firebase never answers, calls with a token answer 503, and work again afterwards', async () => {
  Object.assign(limits.timeoutMs, { identity: 500 });
  const firebase = await openTcpProxy(Number(new URL(inject('identityUrl')).port));
  const emulatorHost = `127.0.0.1:${String(firebase.port)}`;
  const projectId = 'demo-outage';
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', emulatorHost);
  const identity = createFirebaseIdentity({
    projectId,
    apiKey: 'any',
    serviceAccount: undefined,
    emulatorHost,
  });
  const api = await startApi({ database, identity });
  const issuer = `https://securetoken.google.com/${projectId}`;
  const token = unsignedToken('nobody', { admin: true, aud: projectId, iss: issuer });
  const callAll = () =>
    Promise.all([
      api.call('GET', '/api/customers', undefined, { token }),
      api.call('POST', '/api/affiliates', undefined, { token }),
      api.call('GET', '/api/user-profiles', undefined, { token }),
      api.call('GET', '/api/auth/validate-reset-token/some'),
      api.call('POST', '/api/auth/reset-password', { token: 'some', newPassword: 'a long, quiet evening' }),
    ]);
  // firebase-admin caches the address of its first call, so this call comes before the outage.
  await callAll();
  firebase.stall();
  const [answers, ms] = await measureOwnTime(callAll);
  expectWithinFiveSeconds(ms);
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'service-unavailable' })]);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  expect((await api.call('GET', '/api/affiliates/validate/ada0001')).status).toBe(200);
  await firebase.restore();
  // Firebase answers that the project has no such account.
  expect((await callAll()).map(({ status }) => status)).toEqual([401, 401, 401, 200, 422]);
  vi.unstubAllEnvs();
  await firebase.close();
});
