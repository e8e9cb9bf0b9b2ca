import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '../../../../call-names.ts';
import { catalog, type ProblemCode } from '../../../../../src/shared/problems.ts';
import { newOrder, newSubscription, paidOrder } from '../../../buyer.ts';
import { fixtures } from '../../db/fixtures.ts';
import { description, findOperation } from '../../../api-description.ts';
import { newAffiliate } from '../../../factories.ts';
import { type Shop, startShop } from '../../../shop.ts';
import { isDeep, randomRuns } from '../../../../seed.ts';
import { newEvent } from '../../../webhook-signer.ts';
import { paypalCalls, prepareCall, workingCalls } from '../working-calls.ts';
import { tokens } from './headers.ts';
import { fakeAccounts, identityWithFakeAccounts } from './fake-accounts.ts';
import { requestsOf } from './requests.ts';
import { operationSchema, type Target } from './target.ts';

const webhook = 'POST /api/paypal/webhook';

/** True if a call needs Firebase or PayPal. */
function callsProvider(call: string): boolean {
  return paypalCalls.includes(call) || call.includes('reset');
}

const expectedProblems: readonly ProblemCode[] = [
  'payment-provider-unavailable',
  'order-not-found',
  'purchase-mismatch',
];

/** Returns unexpected errors from processing events. The webhook answers 200 for a stored event even if processing fails. */
async function unexpectedEventErrors({ rows }: Shop): Promise<string[]> {
  const failed = await rows('select last_error from webhook_events where last_error is not null');
  return failed
    .map(({ last_error }) => String(last_error))
    .filter((text) => !expectedProblems.some((code) => text.startsWith(catalog[code].text)));
}

/** Successful requests of the two calls that need PayPal. */
async function paypalRequests(shop: Shop, call: string): Promise<Target['working']> {
  const path = call.split(' ')[1] ?? '';
  if (call === webhook) {
    const orderId = await paidOrder(shop);
    const related = { supplementary_data: { related_ids: { order_id: orderId } } };
    const [capture = ''] = Object.keys(shop.paypal.state().captures);
    // Each event type is sent with the resource of every type.
    const resources = [
      { id: capture, ...related },
      { id: orderId },
      { dispute_id: shop.paypal.openDispute(capture, '10.00') },
      { id: await newSubscription(shop) },
    ];
    return [
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.SALE.REFUNDED',
      'CUSTOMER.DISPUTE.CREATED',
      'BILLING.SUBSCRIPTION.CANCELLED',
    ].flatMap((type) =>
      resources.map((resource) => ({
        path,
        body: JSON.parse(newEvent(type, resource).body) as unknown,
      })),
    );
  }
  const orders = [await paidOrder(shop), await newOrder(shop)];
  return orders.map((orderId) => ({
    path,
    body: { orderId, amount: '59.99', affiliateCode: 'ada0001', type: 'one-time' },
  }));
}

/** Creates ledger entries and a statement for the affiliate. */
async function createEarnings({ rows }: Shop): Promise<void> {
  const { email } = fakeAccounts[tokens.affiliate];
  const { id: affiliate_id } = await newAffiliate(rows, { email: email ?? '' });
  const make = fixtures(rows);
  const entry_id = await make.entry({ affiliate_id });
  const statement_id = await make.statement({ affiliate_id });
  await rows('insert into statement_entries (statement_id, entry_id, affiliate_id) values ($1, $2, $3)', [
    statement_id,
    entry_id,
    affiliate_id,
  ]);
  await make.payout({ statement_id });
}

async function targetOf(shop: Shop, call: string): Promise<Target> {
  const [method = '', pattern = ''] = call.split(' ');
  const path = pattern.replace(/:(\w+)/g, '{$1}');
  const operation = operationSchema.parse(description.paths[path]?.[method.toLowerCase()]);
  const calls = workingCalls({ api: shop, admin: tokens.admin });
  if (paypalCalls.includes(call))
    return { method, path, operation, working: await paypalRequests(shop, call) };
  const working = [];
  for (let count = 0; count < (isDeep ? 5 : 1); count += 1) {
    const [, workingPath, body] = await prepareCall(calls, call);
    working.push({ path: workingPath, body });
  }
  if (call === 'POST /api/affiliates')
    working.push({
      path,
      body: { name: 'New', email: fakeAccounts[tokens.applicant].email, code: 'fuzzed1234' },
    });
  return { method, path, operation, working };
}

// Calls that need Firebase or PayPal come first, because both close idle connections.
const calls = [...callNames].sort((a, b) => Number(callsProvider(b)) - Number(callsProvider(a)));
const targets = new Map<string, Target>();
let shop: Shop;
let requestCount = 0;
/** Calls that accepted a random request. The others need a mailed link, a session, a sign-in or a state of their own. */
const acceptingCalls = new Set<string>();
beforeAll(async () => {
  const begin = Date.now();
  // Each request has another IP address and comes a minute after the request before it, so that it passes the rate limits.
  shop = await startShop({
    identity: identityWithFakeAccounts(),
    now: () => new Date(begin + requestCount * 60_000),
  });
  shop.paypal.set({ holdWebhooks: true });
  await createEarnings(shop);
  for (const call of [...calls].reverse()) targets.set(call, await targetOf(shop, call));
});
afterAll(() => shop.close());

test.each(calls)(
  '%s answers random requests as the document describes, and never with a 5xx',
  async (call) => {
    const target = targets.get(call);
    if (!target) throw new Error(`There is no target for ${call}.`);
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(
      requestsOf(target),
      fc.boolean(),
      async ({ path, body, headers }, isSigned) => {
        requestCount += 1;
        // Writes the lower 24 bits of the count as an IP address.
        const address = `10.${String(requestCount >> 16)}.${String((requestCount >> 8) & 255)}.${String(requestCount & 255)}`;
        // A repeated event id is not processed again.
        const sent = call === webhook ? body?.replace(/"WH-\w+"/, `"WH-${String(requestCount)}"`) : body;
        const signed = call === webhook && isSigned ? shop.webhooks.sign(sent ?? '') : {};
        const { status, body: answer } = await shop.call(target.method, path, sent, {
          headers: { ...headers, ...signed },
          address,
        });
        if (status >= 500)
          throw new Error(`${String(status)} ${JSON.stringify(answer)} ${JSON.stringify(shop.log.at(-1))}`);
        // A random path may lead to another operation. Such a request does not count.
        fc.pre(findOperation(target.method, path)?.[0] === target.path);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
    );
    const runs = randomRuns(6, 500);
    await fc.assert(property, runs);
    if (call === webhook) expect(await unexpectedEventErrors(shop)).toEqual([]);
    if ([...statuses.keys()].some((status) => status < 400)) acceptingCalls.add(call);
    // Most requests pass the rate limits, although an account may ask only for a few mails an hour.
    if (isDeep) expect(statuses.get(429) ?? 0).toBeLessThan(runs.numRuns / 2);
  },
);

if (isDeep)
  test('random requests are accepted by three quarters of the calls', () => {
    expect(acceptingCalls.size).toBeGreaterThan(0.75 * calls.length);
  });
