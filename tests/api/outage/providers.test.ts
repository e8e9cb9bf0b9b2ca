import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createFirebaseIdentity } from '../../../src/server/firebase/firebase.ts';
import { retryDueEvents } from '../../../src/server/webhooks/retry-events.ts';
import { unconfiguredIdentity } from '../../../src/server/firebase/identity.ts';
import { createPayPal } from '../../../src/server/paypal/paypal-client.ts';
import { unsignedToken } from '../accounts.ts';
import { nothing, paidOrder, records, track } from '../buyer.ts';
import { createTestDatabase, settings, startApi, type TestDatabase } from '../harness.ts';
import { newAffiliate } from '../factories.ts';
import { type Shop, startShop } from '../shop.ts';
import { expectWithinFiveSeconds, measureOwnTime } from '../expect-within.ts';
import { type Line, openLine } from './line.ts';

const minute = 60_000;

let database: TestDatabase;
let shop: Shop;
let line: Line;
let now = Date.now();
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await startShop({ database, now: () => new Date(now) });
  // Fetches the certificate, which is cached. Later outages concern only other calls.
  await shop.call('POST', '/api/paypal/webhook', '{}', { headers: shop.webhooks.sign('{}') });
  line = await openLine(Number(new URL(shop.paypal.url).port));
  Object.assign(shop.used, { apiUrl: `http://127.0.0.1:${String(line.port)}` });
  shop.paypal.set({ holdWebhooks: true });
});
afterAll(async () => {
  await line.close();
  await shop.close();
});

/** Runs the scheduled function. */
function retry() {
  return retryDueEvents(
    {
      db: database.db,
      paypal: createPayPal(shop.used),
      identity: unconfiguredIdentity,
      settings,
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
    ['refuses connections', () => line.refuse(), () => line.mend()],
    ['never answers', () => Promise.resolve(line.silence()), () => line.mend()],
    [
      'answers with errors of its own',
      () => Promise.resolve(shop.paypal.set({ down: true })),
      () => Promise.resolve(shop.paypal.set({ down: false })),
    ],
  ])(
    '%s, a report is 202 within five seconds, and the scheduled function records it once, later',
    async (_how, fail, mend) => {
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
      await mend();
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
    const paypal = createPayPal({ ...shop.used, clientSecret: 'another' });
    const shut = await startApi({ database, paypal });
    expect(await track({ ...shop, ...shut }, await paidOrder(shop))).toMatchObject({ status: 202 });
    expect(shut.log).toContainEqual(expect.objectContaining({ dependency: 'payments', outcome: 'failed' }));
  });

  test('does not serve its certificate, an event is 503, and its next delivery is accepted', async () => {
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

describe('while Firebase', () => {
  test.each([
    ['refuses connections', (to: Line) => to.refuse()],
    ['never answers', (to: Line) => Promise.resolve(to.silence())],
  ])(
    '%s, every call with a token is 503 within five seconds, none is let through, and it works again after',
    async (how, fail) => {
      const provider = await openLine(Number(new URL(inject('identityUrl')).port));
      const host = `127.0.0.1:${String(provider.port)}`;
      const projectId = `demo-${how.replaceAll(' ', '-')}`;
      const before = process.env.FIREBASE_AUTH_EMULATOR_HOST;
      process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
      const identity = createFirebaseIdentity({
        projectId,
        apiKey: 'any',
        serviceAccount: undefined,
        emulatorHost: host,
      });
      const api = await startApi({ database, identity });
      const issuer = `https://securetoken.google.com/${projectId}`;
      const token = unsignedToken('nobody', { admin: true, aud: projectId, iss: issuer });
      const calls = [
        ['GET', '/api/customers'],
        ['GET', '/api/affiliates'],
        ['POST', '/api/affiliates'],
        ['GET', '/api/user-profiles'],
        ['DELETE', `/api/customers/${crypto.randomUUID()}`],
        ['GET', '/api/auth/validate-reset-token/some'],
        ['POST', '/api/auth/reset-password', { token: 'some', newPassword: 'a long and quiet evening' }],
      ] as const;
      const all = () =>
        Promise.all(
          calls.map(([method, path, body]) =>
            api.call(method, path, body, path.startsWith('/api/auth/') ? {} : { token }),
          ),
        );
      // firebase-admin caches the first address.
      await all();
      await fail(provider);
      const [answers, ms] = await measureOwnTime(all);
      expectWithinFiveSeconds(ms);
      for (const { status, body, headers } of answers) {
        expect([status, body]).toEqual([503, expect.objectContaining({ code: 'service-unavailable' })]);
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      expect((await api.call('GET', '/api/affiliates/validate/ada0001')).status).toBe(200);
      await provider.mend();
      // A missing account is an answer, and no outage.
      expect((await all()).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 200, 422]);
      process.env.FIREBASE_AUTH_EMULATOR_HOST = before;
      await provider.close();
    },
  );
});
