import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../../../drizzle/seed.ts';
import { callNames } from '../../../call-names.ts';
import { newCode } from '../../../../src/shared/referral.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { paidOrder, records, track } from '../../buyer.ts';
import { fixtures } from '../db/fixtures.ts';
import type { CallArguments } from '../../example-request.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import type { CallOptions } from '../../harness.ts';
import { asMachine } from '../../people/profiles/service.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { prepareCall, type WorkingCalls, workingCalls } from '../openapi/working-calls.ts';
import { inProject } from '../../../../stack/paths.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

/** The most database requests that a call may make. A batch of statements counts as one request. */
const allowed = { read: 1, write: 2 };

/** Calls that need more requests: the number and the reason. */
const exceptions: Readonly<Record<string, readonly [trips: number, reason: string]>> = {
  'GET /api/portal/purchases': [2, 'the session, and the purchases'],
  'GET /api/portal/licenses/:id': [2, 'the session, and the license'],
  'GET /api/portal/receipts/:id': [2, 'the session, and the payment'],
  'POST /api/portal/receipts/:id/versions': [4, 'the session; the receipt is read, changed and read again'],
  'GET /api/portal/data': [3, 'the session, other spellings of the address, and the data'],
  'POST /api/portal/erase': [4, 'the session, other spellings, subscriptions and customers, and the erasure'],
  'POST /api/portal/purchases/:id/cancel': [5, 'the session; PayPal’s action is stored, synced and marked'],
  'GET /api/account/export': [2, 'other spellings of the address, and the data'],
  'POST /api/affiliates/leave': [3, 'the affiliate leaves, and the record is loaded and closed'],
  'POST /api/account/delete': [
    3,
    'the affiliate leaves, the profile is deleted, and the deletion is recorded',
  ],
  'POST /api/withdrawals/:id/settle': [
    4,
    'the request is loaded; the actions are stored and marked, and it is shown or handled',
  ],
  'POST /api/purchases/:id/refund': [3, 'the action is stored and marked, and the purchase is shown'],
  'POST /api/events/:id/retry': [3, 'the event is claimed, marked and shown'],
  'POST /api/events/:id/retry, a payment': [5, 'the admin waits while the purchase is synced as well'],
  'POST /api/events/:id/retry, a refund': [5, 'the admin waits while the purchase is synced as well'],
  'POST /api/events/:id/retry, a dispute': [
    6,
    'the disputed payments are looked up, and the purchase is synced as well',
  ],
};

let shop: Shop;
let admin: string;
let database: NeonDatabase;
beforeAll(async () => {
  database = await openNeon();
  await seed(database.db);
  [shop, admin] = await Promise.all([startShop({ database }), signIn('admin')]);
  shop.paypal.set({ holdWebhooks: true });
});
afterAll(() => shop.close());

/** Returns the request that delivers PayPal's newest event. */
function lastEvent(type = 'PAYMENT.CAPTURE.COMPLETED'): CallArguments {
  const body = JSON.stringify(Object.values(shop.paypal.state().events).at(-1));
  expect(body).toContain(`"${type}"`);
  return ['POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) }];
}

/** Stores PayPal's newest event as failed, and returns an admin's request to retry it. */
async function retryOfLastEvent(type?: string): Promise<CallArguments> {
  const [, , body] = lastEvent(type);
  const { id, event_type, resource } = JSON.parse(String(body)) as {
    readonly id: string;
    readonly event_type: string;
    readonly resource: { readonly id?: string; readonly dispute_id?: string };
  };
  await database.rows(
    `insert into webhook_events (id, type, resource_id, body, state, occurred_at, received_at)
     values ($1, $2, $3, $4, 'failed', now(), now())`,
    [id, event_type, resource.id ?? resource.dispute_id, body],
  );
  return ['POST', `/api/events/${id}/retry`, undefined, { token: admin }];
}

/** Pays and reports an order. Returns the id of its capture. */
async function createRecordedCapture(): Promise<string> {
  const orderId = await paidOrder(shop);
  await track(shop, orderId);
  return String((await records(shop.rows, orderId)).payments[0]?.provider_id);
}
async function createRefund(): Promise<void> {
  shop.paypal.refundCapture(await createRecordedCapture());
}
async function openDispute(): Promise<void> {
  shop.paypal.openDispute(await createRecordedCapture());
}

/** Variants of calls by other callers or with other content, and the calls that need PayPal. */
function variants(): WorkingCalls {
  return {
    'POST /api/customers, as an admin': () => [
      'POST',
      '/api/customers',
      { name: 'New', email: newEmail() },
      { token: admin },
    ],
    'GET /api/affiliates, as an affiliate': async () => [
      'GET',
      '/api/affiliates',
      undefined,
      { token: await signIn('ada') },
    ],
    'POST /api/affiliates, an application': async () => {
      const { email, token } = await newConfirmedAccount();
      const application = { name: 'New', email, code: newCode(email) };
      return ['POST', '/api/affiliates', application, { token }];
    },
    'POST /api/affiliates/import, some without a code': () => {
      const csv = `name,email\nNew,${newEmail()}\n`;
      return ['POST', '/api/affiliates/import', { csv, dryRun: false }, { token: admin }];
    },
    'POST /api/payouts/approve, one that is due': async () => {
      const ids = [await fixtures(shop.rows).payout()];
      return ['POST', '/api/payouts/approve', { ids }, { token: admin }];
    },
    'POST /api/paypal/webhook': () => {
      const { body } = newEvent('UNKNOWN', {});
      return ['POST', '/api/paypal/webhook', body, { headers: shop.webhooks.sign(body) }];
    },
    'POST /api/paypal/webhook, a payment': async () => {
      await paidOrder(shop);
      return lastEvent();
    },
    'POST /api/paypal/webhook, a dispute': async () => {
      await openDispute();
      return lastEvent('CUSTOMER.DISPUTE.CREATED');
    },
    'POST /api/purchase/track, with another code than the order’s': async () => {
      const [{ code }, other] = [await newAffiliate(shop.rows), await newAffiliate(shop.rows)];
      const orderId = await paidOrder(shop, { code });
      const report = { orderId, amount: '59.99', affiliateCode: other.code, type: 'one-time' };
      return ['POST', '/api/purchase/track', report];
    },
    'POST /api/events/:id/retry, a payment': async () => {
      await paidOrder(shop);
      return retryOfLastEvent();
    },
    'POST /api/events/:id/retry, a refund': async () => {
      await createRefund();
      return retryOfLastEvent('PAYMENT.CAPTURE.REFUNDED');
    },
    'POST /api/events/:id/retry, a dispute': async () => {
      await openDispute();
      return retryOfLastEvent('CUSTOMER.DISPUTE.CREATED');
    },
    'POST /api/purchase/track': async () => {
      const { code } = await newAffiliate(shop.rows);
      const orderId = await paidOrder(shop, { code });
      const report = { orderId, amount: '59.99', affiliateCode: code, type: 'one-time' };
      return ['POST', '/api/purchase/track', report];
    },
  };
}

const testedCalls = new Set([...callNames, ...Object.keys(variants())]);

function prepareArguments(call: string): Promise<CallArguments> {
  return prepareCall({ ...workingCalls({ api: shop, admin }), ...variants() }, call);
}

/** Counts the requests of a webhook until its answer. The purchase is synced after the answer, with another time limit. */
async function countUntilAnswer(body: string): Promise<number> {
  const work: Promise<unknown>[] = [];
  const request = new Request('http://site.example/api/paypal/webhook', {
    method: 'POST',
    body,
    headers: shop.webhooks.sign(body),
  });
  const { status } = await shop.app.fetch(request, { waitUntil: (promise) => work.push(promise) });
  const count = database.requests.count;
  expect(status).toBe(200);
  await Promise.all(work);
  return count;
}

/** Counts the database requests of a successful call. The shop compares its answer with the document. */
async function count(call: string, options?: CallOptions): Promise<number> {
  const [method, path, sent, defaultOptions] = await prepareArguments(call);
  database.requests.count = 0;
  if (path === '/api/paypal/webhook') return countUntilAnswer(String(sent));
  const { status, body } = await shop.call(method, path, sent, options ?? defaultOptions);
  expect(status).toBeLessThan(300);
  if (call.endsWith('one that is due')) expect(body).not.toMatchObject({ changed: [] });
  return database.requests.count;
}

describe('a read makes 1 database request, and a write at most 2:', () => {
  test.each([...testedCalls].filter((call) => !(call in exceptions)))('%s', async (call) => {
    const maximum = call.startsWith('GET') ? allowed.read : allowed.write;
    expect(await count(call)).toBeLessThanOrEqual(maximum);
  });
});

test('a machine’s call makes one more request, which checks the lock-out of its address', async () => {
  expect(await count('GET /api/user-profiles', asMachine())).toBe(2);
});

describe('an exception makes exactly its number of requests:', () => {
  test.each(Object.entries(exceptions))('%s', async (call, [maximum]) => {
    expect(await count(call)).toBe(maximum);
  });
});

test('docs/performance.md lists every exception with its number', async () => {
  const text = await readFile(inProject('docs/performance.md'), 'utf8');
  const [, section = ''] = text.split('## Round trips to the database');
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([^`]*)`([^|]*?) *\| (\d+) /gm) ?? [];
  const written = [...rows].map(([, call = '', variant = '', number]) => [call + variant, Number(number)]);
  expect(Object.fromEntries(written)).toEqual(
    Object.fromEntries(Object.entries(exceptions).map(([call, [maximum]]) => [call, maximum])),
  );
});
