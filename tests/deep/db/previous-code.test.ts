import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPayPal } from '../../../src/server/clients/paypal/paypal-client.ts';
import { freePort } from '../../../stack/ports.ts';
import { laterTags } from '../../migration-tags.ts';
import { signIn } from '../../api/accounts.ts';
import { newOrder, newSubscription, pay, records, track } from '../../api/buyer.ts';
import { type Api, type Call, credentials, settings, startApi } from '../../api/harness.ts';
import { newEmail, unique } from '../../api/factories.ts';
import { type NeonDatabase, openNeon } from '../../api/neon.ts';
import { projectId } from '../../api/provided.ts';
import { newSimulatorSettings, providerCaller, startSimulator } from '../../api/shop.ts';
import { fixtures } from '../../api/frame/db/fixtures.ts';
import { previousCommit, type PreviousServer, startPrevious } from './previous-code.ts';

const commit = previousCommit(laterTags.at(-1));
const name = commit
  ? `the previous code, of commit ${commit.slice(0, 7)}, on today's schema`
  : "the previous code on today's schema: skipped, because this copy has no git history";
if (!commit) console.warn(name);

describe.skipIf(commit === null)(name, () => {
  let database: NeonDatabase;
  let previous: PreviousServer;
  let shop: Awaited<ReturnType<typeof startSimulator>> & { readonly provider: Call };
  let now: Api;
  let admin: string;
  let call: Call;

  beforeAll(async () => {
    const port = await freePort();
    const webhookUrl = `http://127.0.0.1:${String(port)}/api/paypal/webhook`;
    const [simulated, neon] = await Promise.all([
      startSimulator(newSimulatorSettings(), webhookUrl, {}),
      openNeon(),
    ]);
    database = neon;
    shop = { ...simulated, provider: await providerCaller(simulated.paypal.url) };
    previous = await startPrevious(commit ?? '', port, inject('postgresUrl'), {
      APP_ENV: 'local',
      DATABASE_URL: database.url,
      PAYPAL_API_URL: simulated.paypal.url,
      PUBLIC_PAYPAL_CLIENT_ID: credentials.clientId,
      PAYPAL_CLIENT_SECRET: credentials.clientSecret,
      PAYPAL_WEBHOOK_ID: credentials.webhookId,
      LICENSE_KEY: settings.licenseKey,
      PAYPAL_MERCHANT_ID: settings.merchantId,
      PUBLIC_PAYPAL_ANNUAL_PLAN_ID: settings.annualPlanId,
      PUBLIC_FIREBASE_PROJECT_ID: projectId,
      PUBLIC_FIREBASE_API_KEY: 'any',
      FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
    });
    call = previous.call;
    now = await startApi({
      database,
      paypal: createPayPal({ ...credentials, apiUrl: simulated.paypal.url }),
    });
    admin = await signIn('admin');
  });
  afterAll(async () => {
    await previous.stop();
    await shop.paypal.close();
    await now.close();
  });

  /** Returns a list as JSON text, as an admin gets it from one of the versions. */
  async function fetchList(callVersion: Call, path: string): Promise<string> {
    const { status, body } = await callVersion('GET', path, undefined, { token: admin });
    expect(status).toBe(200);
    return JSON.stringify(body);
  }

  test('stores newsletter readers, and lists them like today’s code', async () => {
    const email = newEmail();
    expect((await call('POST', '/api/customers', { email })).status).toBe(201);
    expect((await call('POST', '/api/customers', { email })).status).toBe(201);
    expect(await fetchList(call, '/api/customers')).toContain(email);
    expect(await fetchList(now.call, '/api/customers')).toContain(email);
  });

  test('creates, changes and closes affiliates, and both versions accept their codes', async () => {
    const affiliate = { name: 'Before', email: newEmail(), code: `old${unique()}` };
    const dated = { ...affiliate, date_activated: '2025-08-01T00:00:00Z' };
    const created = await call('POST', '/api/affiliates', dated, { token: admin });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    for (const callVersion of [call, now.call]) {
      const { status, body } = await callVersion('GET', `/api/affiliates/validate/${affiliate.code}`);
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('true')]);
    }
    const changed = await call(
      'PUT',
      `/api/affiliates/${id}`,
      { ...dated, name: 'Changed' },
      { token: admin },
    );
    expect(changed.status).toBe(200);
    expect(await fetchList(now.call, '/api/affiliates')).toContain('Changed');
    expect((await call('DELETE', `/api/affiliates/${id}`, undefined, { token: admin })).status).toBeLessThan(
      300,
    );
  });

  test('records reported purchases with their commission, and today’s code returns the same', async () => {
    const code = `old${unique()}`;
    const affiliate = { name: 'Earns', email: newEmail(), code, date_activated: '2025-08-01T00:00:00Z' };
    await call('POST', '/api/affiliates', affiliate, { token: admin });
    shop.paypal.set({ holdWebhooks: true });
    const orderId = await newOrder(shop, { code });
    await pay(shop, orderId);
    const first = await track({ call }, orderId, { affiliateCode: code });
    expect(first.status).toBe(200);
    expect(await track(now, orderId, { affiliateCode: code })).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await records(database.rows, orderId)).toMatchObject({
      purchases: [{ state: 'completed', affiliate_code: code }],
      payments: [{ state: 'completed', amount_cents: 5999 }],
      entries: [{ kind: 'commission' }],
    });
    expect(await fetchList(now.call, '/api/purchases')).toContain(orderId);
  });

  test('stores PayPal’s events, and today’s code continues with them', async () => {
    shop.paypal.set({ holdWebhooks: false });
    const subscription = await newSubscription(shop);
    await shop.paypal.idle();
    expect(await records(database.rows, subscription)).toMatchObject({
      purchases: [{ state: 'active' }],
      payments: [{ sequence: 1, state: 'completed' }],
    });
    shop.paypal.cancel(subscription);
    await shop.paypal.idle();
    const undone = `select id, state, last_error from webhook_events where state in ('received', 'failed')`;
    expect(await database.rows(undone)).toEqual([]);
    expect(await records(database.rows, subscription)).toMatchObject({
      purchases: [{ state: 'cancelled' }],
    });
    const [event] = await database.rows(
      `update webhook_events set state = 'failed', processed_at = null
       where type = 'BILLING.SUBSCRIPTION.CANCELLED' returning id`,
    );
    const again = await now.call('POST', `/api/events/${String(event?.id)}/retry`, undefined, {
      token: admin,
    });
    expect(again).toMatchObject({ status: 200, body: { state: 'processed', attempts: 2 } });
  });

  test('changes the state of payouts, and today’s code continues with them', async () => {
    const make = fixtures(database.rows);
    const [rejected, approved] = [await make.payout(), await make.payout()];
    const asAdmin = { token: admin };
    const reason = 'Sent twice';
    expect((await call('POST', '/api/payouts/reject', { ids: [rejected], reason }, asAdmin)).status).toBe(
      200,
    );
    expect((await call('POST', '/api/payouts/approve', { ids: [approved] }, asAdmin)).status).toBe(200);
    const items = [{ id: approved, transactionId: unique() }];
    expect((await now.call('POST', '/api/payouts/paid', { items }, asAdmin)).status).toBe(200);
    expect(
      await database.rows('select state, rejected_at is not null as at from payouts order by state'),
    ).toEqual([
      { state: 'paid', at: false },
      { state: 'rejected', at: true },
    ]);
  });

  test('stores user profiles that today’s code reads', async () => {
    const userId = `old-${unique()}`;
    const created = await call('POST', '/api/user-profiles', { userId, name: 'Before' }, { token: admin });
    expect(created.status).toBeLessThan(300);
    expect((await now.call('GET', `/api/user-profiles/user/${userId}`)).body).toMatchObject({
      name: 'Before',
    });
  });
});
