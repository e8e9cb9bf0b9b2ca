import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirebaseIdentity } from '../../../../src/server/clients/firebase/firebase.ts';
import { problem } from '../../../../src/shared/problems.ts';
import { mailedCode, newAccount, signIn } from '../../accounts.ts';
import { newOrder, track } from '../../buyer.ts';
import { createTestDatabase, startApi } from '../../harness.ts';
import { newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { newEvent } from '../../webhook-signer.ts';

let shop: Shop;
let token: string;
beforeAll(async () => {
  [shop, token] = await Promise.all([startShop(), signIn('admin')]);
});
afterAll(() => shop.close());

/**
 * Returns the log lines of the requests that `work` makes. Expects no secret in any
 * line, even in the lines about failed and slow calls to other services.
 */
async function linesOf(secrets: readonly string[], work: () => Promise<unknown>) {
  const from = shop.log.length;
  await work();
  const lines = shop.log.slice(from);
  const text = JSON.stringify(lines);
  for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  expect(lines.length).toBeGreaterThan(0);
  return lines.filter(({ dependency }) => dependency === undefined);
}

test('a log line has the request id, method, route pattern, status and time', async () => {
  const [line] = await linesOf(['ada0001'], () => shop.call('GET', '/api/affiliates/validate/ada0001'));
  expect(line).toEqual({
    level: 'info',
    requestId: expect.any(String) as string,
    method: 'GET',
    route: '/api/affiliates/validate/:code',
    status: 200,
    ms: expect.any(Number) as number,
    db: { calls: 1, ms: expect.any(Number) as number },
  });
});

test('a signed-in caller gets Server-Timing with the times of the log line, and a stranger does not', async () => {
  const [line] = await linesOf([], async () => {
    const { headers } = await shop.call('GET', '/api/affiliates/payout', undefined, { token });
    const timing = headers.get('server-timing') ?? '';
    expect(timing).toMatch(/^app;dur=[\d.]+, /);
    expect(timing).toMatch(/ db;dur=[\d.]+;desc="1"/);
  });
  expect(line).toMatchObject({ db: { calls: 1 } });
  const { headers } = await shop.call('POST', '/api/customers', { email: newEmail() });
  expect(headers.get('server-timing')).toBeNull();
});

test('a sign-up makes as many database calls for a known email as for a new one', async () => {
  const email = newEmail();
  const lines = [];
  for (const address of [email, email, newEmail()])
    lines.push(
      ...(await linesOf([address], async () => {
        await shop.call('POST', '/api/customers', { name: 'Ada', email: address });
      })),
    );
  expect(lines.map(({ db }) => (db as { calls: number }).calls)).toEqual([1, 1, 1]);
});

describe('no log line contains', () => {
  test('the email or the name of a sign-up', async () => {
    const [email, name] = [newEmail(), `N${unique()}`];
    await linesOf([email, name], async () => {
      await shop.call('POST', '/api/customers', { name, email });
      await shop.call('POST', '/api/customers', { name, email: `${email} ${name}` });
      await shop.call('POST', '/api/customers', { name: [name], email });
      await shop.call('POST', '/api/customers', new URLSearchParams({ name, email }).toString(), {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    });
  });

  test('a token, a searched address, or an id in the path', async () => {
    const [email, id] = [newEmail(), crypto.randomUUID()];
    const garbage = `garbage.${unique()}.x`;
    await linesOf([token, token.slice(20, 60), garbage, email, id], async () => {
      await shop.call('GET', `/api/customers?q=${encodeURIComponent(email)}`, undefined, { token });
      await shop.call('DELETE', `/api/customers/${id}`, undefined, { token });
      await shop.call('GET', '/api/customers', undefined, { token: garbage });
      await shop.call('GET', `/api/${email}`);
    });
  });

  test('the code of a reset link or a new password, in success and failure', async () => {
    const account = await newAccount();
    const code = await mailedCode(account);
    const newPassword = `Secret ${unique()}`;
    const down = await startApi({
      database: await createTestDatabase(),
      identity: createFirebaseIdentity({
        projectId: 'demo-down',
        apiKey: 'any',
        serviceAccount: undefined,
        emulatorHost: '127.0.0.1:9',
      }),
    });
    const lines = await linesOf([code, newPassword, account.email], async () => {
      await shop.call('GET', `/api/auth/validate-reset-token/${code}`);
      for (const password of [newPassword.slice(0, 5), newPassword.repeat(300), newPassword, newPassword])
        await shop.call('POST', '/api/auth/reset-password', { token: code, newPassword: password });
      await shop.call('POST', '/api/auth/reset-password', `{"token":"${code}","newPassword":${newPassword}}`);
      await down.call('POST', '/api/auth/reset-password', { token: code, newPassword });
      shop.log.push(...down.log);
    });
    await down.close();
    expect(lines.map(({ status }) => status)).toEqual([200, 422, 422, 200, 422, 400, 503]);
    expect(shop.log.at(-2)).toMatchObject({ level: 'error', dependency: 'identity', outcome: 'failed' });
    expect(lines[0]).toMatchObject({ route: '/api/auth/validate-reset-token/:token' });
  });

  test('an order, in success and failure', async () => {
    const orderId = await newOrder(shop);
    const unknown = unique().toUpperCase();
    const event = newEvent('PAYMENT.CAPTURE.COMPLETED', {
      id: unknown,
      supplementary_data: { related_ids: { order_id: orderId } },
    });
    const deliver = () =>
      shop.call('POST', '/api/paypal/webhook', event.body, { headers: shop.webhooks.sign(event.body) });
    const lines = await linesOf([orderId, unknown, event.id], async () => {
      await track(shop, orderId);
      await track(shop, unknown);
      await track(shop, orderId, { amount: '1.00' });
      await shop.call('POST', '/api/paypal/webhook', event.body);
      await shop.call('POST', '/api/paypal/webhook', '{}', { headers: shop.webhooks.sign('{}') });
      shop.paypal.set({ down: true });
      await track(shop, orderId);
      await deliver();
      shop.paypal.set({ down: false });
    });
    expect(lines.map(({ status }) => status)).toEqual([
      202,
      404,
      422,
      undefined,
      401,
      400,
      202,
      undefined,
      200,
    ]);
    // From the fifth refusal in this process, the level of this line is error.
    expect(lines[3]).toMatchObject({ code: 'webhook-refused' });
    expect(lines[7]).toEqual({
      level: 'warn',
      requestId: lines[8]?.requestId,
      code: 'event-failed',
      type: 'PAYMENT.CAPTURE.COMPLETED',
      attempts: 1,
      problem: problem('payment-provider-unavailable').message,
      cause: '/v2/checkout/orders/… answered 503',
    });
    expect(shop.log).toContainEqual(expect.objectContaining({ dependency: 'payments', outcome: 'failed' }));
  });

  test('the parameters of a failed query, whose text is logged as an error', async () => {
    const [email, name] = [newEmail(), `N${unique()}`];
    await shop.rows('alter table customers rename to customers_away');
    const lines = await linesOf([email, name], async () => {
      const answers = [
        await shop.call('POST', '/api/customers', { name, email }),
        await shop.call('POST', '/api/customers', { name, email }, { token }),
        await shop.call('GET', `/api/customers?q=${encodeURIComponent(email)}`, undefined, { token }),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 500, body: { code: 'internal-error' } });
        expect(JSON.stringify(answer.body)).not.toMatch(/customers|select|insert/);
      }
    });
    await shop.rows('alter table customers_away rename to customers');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatchObject({ level: 'error', status: 500 });
      expect(JSON.stringify(line)).toContain('customers');
    }
  });
});
