import { neonConfig } from '@neondatabase/serverless';
import { type SQL, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../../drizzle/seed.ts';
import { callNames } from '../../call-names.ts';
import { limits } from '../../../src/shared/limits.ts';
import { signIn } from '../accounts.ts';
import { paidOrder, records, track } from '../buyer.ts';
import type { CallArguments } from '../example-request.ts';
import { newAffiliate, newEmail } from '../factories.ts';
import { type NeonDatabase, openNeon } from '../neon.ts';
import { prepareCall, workingCalls } from '../frame/openapi/working-calls.ts';
import { asMachine } from '../people/profiles/service.ts';
import { type Shop, startShop } from '../shop.ts';
import { newEvent } from '../webhook-signer.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { expectUnavailable, timedAnswer } from './unavailable.ts';

let database: NeonDatabase;
let proxy: TcpProxy;
let shop: Shop;
let admin: string;
beforeAll(async () => {
  database = await openNeon({ countsRequests: false });
  proxy = await openTcpProxy(database.port);
  neonConfig.wsProxy = `127.0.0.1:${String(proxy.port)}/v2`;
  neonConfig.fetchEndpoint = `http://127.0.0.1:${String(proxy.port)}/sql`;
  await seed(database.db);
  [shop, admin] = await Promise.all([startShop({ database }), signIn('admin')]);
  shop.paypal.set({ holdWebhooks: true });
  // Fetches PayPal's certificate, which is cached.
  await shop.call('POST', '/api/paypal/webhook', '{}', { headers: shop.webhooks.sign('{}') });
});
afterAll(async () => {
  await proxy.close();
  await shop.close();
});

/** Calls that need no database, and the form whose failures are pages: see tests/api/people/withdrawals/form.test.ts. */
const withoutDatabase = [
  'GET /api/auth/validate-reset-token/:token',
  'POST /api/auth/reset-password',
  'GET /api/auth/leaked-passwords/:prefix',
  'POST /api/reports/csp',
  'GET /api/withdrawals/form',
  'POST /api/withdrawals/form',
];

/** Makes calls give up after two seconds while `work` runs, so that the tests wait less than a buyer. */
async function withShortLimit<T>(work: () => Promise<T>): Promise<T> {
  const { call } = limits.timeoutMs;
  Object.assign(limits.timeoutMs, { call: 2_000 });
  return work().finally(() => Object.assign(limits.timeoutMs, { call }));
}

function webhook(): CallArguments {
  const { body } = newEvent('UNKNOWN', {});
  return ['POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) }];
}

/** Prepares the requests of all calls that need the database. A test calls it before the outage. */
async function prepareCalls(): Promise<Map<string, CallArguments>> {
  const prepared = new Map<string, CallArguments>();
  const calls = workingCalls({ api: shop, admin });
  for (const call of Object.keys(calls))
    if (!withoutDatabase.includes(call)) prepared.set(call, await prepareCall(calls, call));
  const orderId = await paidOrder(shop);
  prepared.set('POST /api/purchase/track', [
    'POST',
    '/api/purchase/track',
    { orderId, amount: '59.99', affiliateCode: null, type: 'one-time' },
  ]);
  prepared.set('POST /api/paypal/webhook', webhook());
  return prepared;
}

function validate() {
  return shop.call('GET', '/api/affiliates/validate/ada0001');
}

/** Expects that calls with one statement and with a batch work again. */
async function expectRecovered() {
  const [valid, tracked] = await Promise.all([validate(), paidOrder(shop).then((id) => track(shop, id))]);
  expect([valid.status, tracked.status]).toEqual([200, 200]);
}

/** Returns the statements that the API's sessions run. Leaves out sessions of the test: their statements have a comment. */
function runningStatements() {
  return shop.rows(
    `select state, query from pg_stat_activity
     where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
       and query not like '%/* the test */%'`,
  );
}

async function waitUntil(condition: () => Promise<boolean> | boolean) {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 750) throw new Error('The condition stayed false for 15 seconds.');
    await wait(20);
  }
}

/** Locks tables in a separate session while `work` runs. */
async function withLockedTables(tables: string, work: () => Promise<void>) {
  const client = await database.pool.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode /* the test */`);
  try {
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('while the database', () => {
  let calls: Map<string, CallArguments>;
  beforeAll(async () => {
    calls = await prepareCalls();
    expect([...calls.keys(), ...withoutDatabase].sort()).toEqual([...callNames].sort());
    calls.set('with the service’s credentials', ['GET', '/api/user-profiles', undefined, asMachine()]);
  });

  test.each([
    ['refuses connections', () => proxy.refuse()],
    ['never answers', () => Promise.resolve(proxy.stall())],
  ])(
    '%s, every call answers 503 in time, no connection stays open, and calls succeed afterwards',
    async (_case, fail) => {
      await fail();
      const answers = await withShortLimit(() =>
        Promise.all(
          [...calls].map(
            async ([call, args]) => [call, await timedAnswer(() => shop.call(...args))] as const,
          ),
        ),
      );
      await waitUntil(() => proxy.connectionCount() === 0);
      await proxy.restore();
      await expectRecovered();
      for (const [call, answer] of answers) expectUnavailable(answer, call);
    },
  );
});

test('slow statements are 503 in time, are cancelled in the database, and can be repeated', async () => {
  const { id, code } = await newAffiliate(shop.rows);
  const orderId = await paidOrder(shop, { code });
  const email = newEmail();
  const report = () => track(shop, orderId);
  const signUp = () => shop.call('POST', '/api/customers', { name: 'Ada', email });
  await withLockedTables('customers, payments', async () => {
    const answers = await withShortLimit(() =>
      Promise.all([timedAnswer(signUp), ...Array.from({ length: 10 }, () => timedAnswer(report))]),
    );
    for (const [index, answer] of answers.entries()) expectUnavailable(answer, String(index));
    // No session still runs an aborted statement, although the tables are locked.
    await waitUntil(async () => (await runningStatements()).length === 0);
  });
  expect((await signUp()).status).toBe(201);
  expect((await report()).status).toBe(200);
  expect(await shop.rows('select name from customers where email = $1', [email])).toHaveLength(1);
  expect(await records(shop.rows, orderId)).toMatchObject({
    purchases: [{ affiliate_id: id }],
    payments: [{ sequence: 1 }],
    entries: [{ amount_cents: 600 }],
  });
});

test('a batch whose connection PostgreSQL ends is answered with 503', async () => {
  const endItself = sql`select pg_terminate_backend(pg_backend_pid())`;
  const run = (statement: SQL) => database.db.atomically((tx) => [tx.execute(statement)]);
  await expect(run(endItself)).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(await run(sql`select 1 as one`)).toEqual([[{ one: 1 }]]);
});

test('a full disk of the database is 503, with the time of the next try', async () => {
  await shop.rows(
    `create function fill_disk() returns trigger language plpgsql as $$
     begin raise exception 'No space left on device' using errcode = '53100'; end $$`,
  );
  await shop.rows(
    'create trigger fill_disk before insert on customers for each row execute function fill_disk()',
  );
  const answer = await shop.call('POST', '/api/customers', { name: 'Ada', email: newEmail() });
  await shop.rows('drop trigger fill_disk on customers');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});

test('a purchase whose answer is lost is 503, and its retry answers like the first', async () => {
  const orderId = await paidOrder(shop);
  const isStored = async () => (await records(shop.rows, orderId)).purchases.length === 1;
  const holder = await database.pool.connect();
  await holder.query('begin; lock table purchases in share row exclusive mode /* the test */');
  const answer = timedAnswer(() => track(shop, orderId));
  await waitUntil(async () =>
    (await runningStatements()).some(({ query }) => String(query).startsWith('insert into "purchases"')),
  );
  proxy.dropReplies();
  await holder.query('rollback');
  holder.release();
  await waitUntil(isStored);
  expectUnavailable(await answer, 'lost reply');
  await proxy.restore();
  expect(await track(shop, orderId)).toMatchObject({ status: 200, body: { orderId, status: 'recorded' } });
  const { purchases, payments } = await records(shop.rows, orderId);
  expect([purchases.length, payments.length]).toEqual([1, 1]);
});

test('the log has one line for each failed database call, with the service and the time, and without the query', async () => {
  const email = newEmail();
  await proxy.refuse();
  const from = shop.log.length;
  const { headers } = await shop.call('POST', '/api/customers', { name: 'Ada', email });
  await proxy.restore();
  const requestId = headers.get('x-request-id');
  const ms = expect.any(Number) as number;
  const [failure, request, ...otherLines] = shop.log.slice(from);
  expect(failure).toEqual({ level: 'error', requestId, dependency: 'database', outcome: 'failed', ms });
  expect(request).toMatchObject({
    level: 'error',
    requestId,
    route: '/api/customers',
    status: 503,
    db: { calls: 1, ms },
  });
  expect(otherLines).toEqual([]);
  expect(JSON.stringify([failure, request])).not.toContain(email);
});
