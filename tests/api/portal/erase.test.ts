import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtures } from '../database/fixtures.ts';
import { newEmail } from '../factories.ts';
import { type Api, startApi } from '../harness.ts';
import { openSession } from '../portal-sessions.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function newPurchase(email: string, columns: object = {}): Promise<string> {
  return fixtures(api.rows).purchase({ payer_email: email, payer_email_key: email, ...columns });
}

async function erase(email: string) {
  return api.call('POST', '/api/portal/erase', undefined, { headers: await openSession(api.rows, email) });
}

async function payerOf(purchase: string): Promise<unknown> {
  return (await api.rows('select payer_email from purchases where id = $1', [purchase]))[0]?.payer_email;
}

test('erasing removes the proved address, and not a former address of the customer, which may be another person’s', async () => {
  const [email, former] = [newEmail('carl'), newEmail('bob')];
  const [own, other] = [await newPurchase(email), await newPurchase(former)];
  const [customer] = await api.rows(
    'insert into customers (id, email) values (gen_random_uuid(), $1) returning id',
    [email],
  );
  await api.rows(
    `insert into audit_log (id, actor_id, action, entity, entity_id, before, after)
     values (gen_random_uuid(), 'seed-admin', 'customer.update', 'customer', $1, $2, $3)`,
    [customer?.id, { email: former }, { email }],
  );
  expect((await erase(email)).status).toBe(204);
  expect([await payerOf(own), await payerOf(other)]).toEqual([null, former]);
  expect(await api.rows('select 1 from customers where id = $1', [customer?.id])).toEqual([]);
});

test('four erasures at once all succeed', async () => {
  const email = newEmail('carl');
  await newPurchase(email);
  await api.rows('insert into customers (id, email) values (gen_random_uuid(), $1)', [email]);
  const headers = await Promise.all(Array.from({ length: 4 }, () => openSession(api.rows, email)));
  const answers = await Promise.all(
    headers.map((each) => api.call('POST', '/api/portal/erase', undefined, { headers: each })),
  );
  // The first erasure ends the other sessions.
  expect(answers.filter(({ status }) => status !== 204 && status !== 401)).toEqual([]);
});

test('erasing waits for the end of a subscription and of a withdrawal', async () => {
  const email = newEmail('carl');
  const id = await newPurchase(email, { type: 'subscription', plan_id: 'annual', state: 'active' });
  expect((await erase(email)).body).toMatchObject({ code: 'subscription-active' });
  await api.rows("update purchases set state = 'cancelled' where id = $1", [id]);
  await api.rows(
    "insert into withdrawals (id, name, email, order_number) values (gen_random_uuid(), 'Carl', $1, $2)",
    [email, `paid by ${email}`.slice(0, 64)],
  );
  expect((await erase(email)).body).toMatchObject({ code: 'withdrawal-open' });
  await api.rows(
    "update withdrawals set handled_at = now(), handled_by = 'a', handled_note = 'Refunded' where email = $1",
    [email],
  );
  expect((await erase(email)).status).toBe(204);
  expect(
    await api.rows('select 1 from withdrawals where order_number like $1', [`%${email.slice(0, 20)}%`]),
  ).toEqual([]);
});
