import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuiltTerms } from '../../../src/server/frame/context/built-terms.ts';
import { readBuiltLetters } from '../../../src/server/people/newsletter/letters/built-letters.ts';
import { eventAction, paypalEventTypes } from '../../../src/shared/paypal-event-types.ts';
import { loadFunctions } from '../../../stack/netlify/functions.ts';
import { inProject } from '../../../stack/paths.ts';
import { callNames, routes } from '../../call-names.ts';
import { isDeep } from '../../seed.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { signIn } from '../accounts.ts';
import { newOrder, newSubscription, pay, track } from '../buyer.ts';
import { fixtures } from '../frame/db/fixtures.ts';
import { newAffiliate, unique } from '../factories.ts';
import { newMail } from '../newsletter-factories.ts';
import { paypalCalls, prepareCall, workingCalls } from '../frame/openapi/working-calls.ts';
import { newEvent } from '../webhook-signer.ts';
import { type PackagedSite, startPackagedSite } from './packaged-site.ts';

// Runs the functions as Netlify packages them, in a process without require() of ES modules.
let site: PackagedSite;
let admin: string;
const folder = temporaryFolder();
beforeAll(async () => {
  [site, admin] = await Promise.all([startPackagedSite(folder), signIn('admin')]);
});
afterAll(() => site.close());

test('Netlify’s packager reads names, paths, methods, schedules and rate rules', async () => {
  const sources = await loadFunctions(
    inProject('netlify/functions'),
    (file) => import(file) as Promise<unknown>,
  );
  expect(site.packaged.map(({ name }) => name).sort()).toEqual(sources.map(({ name }) => name).sort());
  for (const { name, config } of sources) {
    const result = site.packaged.find((candidate) => candidate.name === name);
    expect([result?.runtimeAPIVersion, result?.schedule]).toEqual([2, config.schedule]);
    if (config.schedule) continue;
    expect(result?.routes?.map(({ pattern }) => pattern)).toEqual(config.path);
    expect(result?.routes?.[0]?.methods).toEqual(config.method ?? []);
    expect(result?.excludedRoutes?.map(({ pattern }) => pattern)).toEqual(config.excludedPath ?? []);
    expect(result?.trafficRules?.action.config).toMatchObject({
      rateLimitConfig: config.rateLimit,
      aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
    });
  }
});

test('the package of the API has the letters, the terms and the notice on withdrawals', async () => {
  const apiFolder = site.packaged.find(({ name }) => name === 'api')?.path ?? '';
  expect(await readBuiltLetters(apiFolder)).toContainEqual(expect.objectContaining({ slug: 'version-1-0' }));
  const { versions, withdrawal } = await readBuiltTerms(apiFolder);
  expect(versions.at(-1)).toMatchObject({
    version: '2026-11-28',
    text: expect.stringContaining('What you buy') as unknown,
  });
  expect(withdrawal.text).toContain('Model withdrawal form');
});

/** Returns the texts of the loaded files that contain this text. */
async function loadedFilesWith(text: string): Promise<string[]> {
  const files = (await site.loadedFiles()).filter((url) => url.includes(folder));
  expect(files.length).toBeGreaterThan(10);
  const texts = await Promise.all(files.map((url) => readFile(new URL(url), 'utf8')));
  return texts.filter((found) => found.includes(text));
}

// This test comes before all calls with a token.
test('only a call with a token loads firebase-admin', async () => {
  const firebase = 'securetoken@system.gserviceaccount.com';
  for (const path of [
    '/api/health',
    '/api/affiliates/validate/ada0001',
    '/api/user-profiles/user/seed-ada',
    '/user-profiles/user/seed-ada',
    '/api/auth/validate-reset-token/sample',
  ])
    expect((await site.call('GET', path)).status).toBe(200);
  expect(await loadedFilesWith(firebase)).toEqual([]);
  expect((await site.loadedFiles()).filter((url) => url.includes('common-passwords'))).toEqual([]);
  expect((await site.call('GET', '/api/customers', undefined, { token: admin })).status).toBe(200);
  expect(await loadedFilesWith(firebase)).not.toEqual([]);
});

/** A call of each tag, whose routes are loaded together. The deep check makes all calls. */
const firstCalls = [...Map.groupBy(routes, ({ tag }) => tag).values()].flatMap((group) => {
  const names = group.map(({ method, path }) => `${method} ${path}`);
  return names.find((name) => !paypalCalls.includes(name)) ?? [];
});
const calls = isDeep ? callNames.filter((call) => !paypalCalls.includes(call)) : firstCalls;

test.each(calls)('the packaged functions answer %s', async (call) => {
  const answer = await site.call(...(await prepareCall(workingCalls({ api: site, admin }), call)));
  expect(answer.status).toBeLessThan(300);
});

test('the packaged functions count views of the pages in the build’s list only', async () => {
  for (const page of ['/', '/invented']) await site.call('POST', `/api/counts/view?of=${page}`);
  const views = await site.rows(
    "select subject from daily_counts where event = 'view' and subject <> '/buy'",
  );
  expect(views).toEqual([{ subject: '/' }]);
});

/** The simulator sends no event of these types. */
const unsentTypes = ['BILLING.SUBSCRIPTION.RE-ACTIVATED', 'BILLING.SUBSCRIPTION.UPDATED'];

/** Lets the simulator send an event of each type, except `unsentTypes`. Returns the id of a subscription. */
async function sendPayPalEvents(): Promise<string> {
  const { paypal } = site;
  const { code } = await newAffiliate(site.rows);
  const newestCapture = () => Object.keys(paypal.state().captures).at(-1) ?? '';
  const newestSale = () => Object.keys(paypal.state().sales).at(-1) ?? '';
  const buy = async () => {
    const order = await newOrder(site, { code });
    await pay(site, order);
    return order;
  };
  expect(await track(site, await buy(), { affiliateCode: code })).toMatchObject({ status: 200 });
  paypal.refundCapture(newestCapture(), '10.00');
  const dispute = paypal.openDispute(newestCapture());
  paypal.reviewDispute(dispute);
  paypal.resolveDispute(dispute, 'RESOLVED_BUYER_FAVOUR');
  await buy();
  paypal.reverseCapture(newestCapture());
  paypal.set({ pendingCaptures: true, pendingSales: true });
  for (const result of ['COMPLETED', 'DECLINED', 'DENIED'] as const) {
    await buy();
    paypal.settleCapture(newestCapture(), result);
  }
  const abandoned = await newOrder(site);
  paypal.approve(abandoned);
  paypal.reverseApproval(abandoned);

  const subscription = await newSubscription(site, { code });
  paypal.completeSale(newestSale());
  paypal.refundSale(newestSale(), '10.00');
  paypal.reverseSale(newestSale());
  paypal.failPayment(subscription);
  paypal.suspend(subscription);
  paypal.activate(subscription);
  paypal.cancel(subscription);
  paypal.expire(await newSubscription(site));
  paypal.set({ pendingCaptures: false, pendingSales: false });
  await paypal.idle();
  return subscription;
}

test('the packaged functions process an event of each type of PayPal', async () => {
  const id = await sendPayPalEvents();
  for (const type of unsentTypes) {
    const { body } = newEvent(type, { id });
    const answer = await site.call('POST', '/api/paypal/webhook', body, {
      headers: site.webhooks.sign(body),
    });
    expect([type, answer.status]).toEqual([type, 200]);
  }
  const types = Object.keys(paypalEventTypes);
  const stored = await site.rows('select type, state from webhook_events where type = any($1)', [types]);
  for (const type of types) {
    const isStoredOnly = eventAction(type) === 'record-only';
    expect(stored).toContainEqual({ type, state: isStoredOnly ? 'ignored' : 'processed' });
  }
  expect(stored.filter(({ state }) => state === 'failed')).toEqual([]);
});

/** Each scheduled function: records that give it work, and its answer. */
const jobs: Readonly<Record<string, readonly [prepare: () => Promise<unknown>, answer: object]>> = {
  'close-left': [
    async () => {
      const { id } = await newAffiliate(site.rows);
      await site.rows('update affiliates set left_at = now(), date_activated = null where id = $1', [id]);
    },
    { closed: 1 },
  ],
  'close-month': [() => Promise.resolve(), { closed: expect.any(Array) as unknown }],
  'every-minute': [
    async () => {
      const provider_id = await newSubscription(site);
      await site.paypal.idle();
      const [purchase] = await site.rows('select id from purchases where provider_id = $1', [provider_id]);
      const action = { kind: 'cancel', purchase_id: purchase?.id, requested_by: 'buyer' };
      await fixtures(site.rows).other('paypal_actions', { ...action, due_at: new Date().toISOString() });
      const id = `WH-${unique()}`;
      const body = { id, event_type: 'UNKNOWN', create_time: '2026-01-01T00:00:00Z', resource: {} };
      await site.rows(
        `insert into webhook_events (id, type, body, state, attempts, occurred_at, next_attempt_at)
         values ($1, 'UNKNOWN', $2, 'failed', 1, '2026-01-01', '2026-01-01')`,
        [id, JSON.stringify(body)],
      );
      await newMail(site.rows);
    },
    {
      'retry-events': { done: 1, failed: 0 },
      'paypal-actions': { done: 1 },
      'send-mails': { sent: expect.any(Number) as unknown, failed: 0, retried: 0 },
    },
  ],
  reconcile: [() => Promise.resolve(), { differences: expect.any(Number) as unknown }],
  sweep: [() => Promise.resolve(), { rate_limits: expect.any(Number) as unknown }],
};

test.each(Object.entries(jobs))('the packaged function %s does its work', async (name, [prepare, answer]) => {
  await prepare();
  expect(await site.runJob('POST', `/.netlify/functions/${name}`)).toMatchObject({
    status: 200,
    body: answer,
  });
});

test('each scheduled function runs in a test above', () => {
  expect([...site.scheduled].sort()).toEqual(Object.keys(jobs));
});
