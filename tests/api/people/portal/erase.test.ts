import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepWithdrawals } from '../../../../src/server/people/withdrawals/sweep-withdrawals.ts';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail, newWithdrawal, unique } from '../../factories.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { openSession } from '../../portal-sessions.ts';

let api: Api;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database });
});
afterAll(() => api.close());

async function newPurchase(email: string, columns: object = {}): Promise<string> {
  return fixtures(api.rows).purchase({ payer_email: email, payer_email_key: email, ...columns });
}

function newWithdrawalRow(email: string, order_number: string): Promise<string> {
  return fixtures(api.rows).other('withdrawals', { name: 'Carl', email, order_number });
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
  const order = unique().toUpperCase();
  const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
  const id = await newPurchase(email, { ...subscription, provider_id: order });
  expect((await erase(email)).body).toMatchObject({ code: 'subscription-active' });
  await api.rows("update purchases set state = 'cancelled' where id = $1", [id]);
  const withdrawal = await newWithdrawalRow(email, order.toLowerCase());
  expect((await erase(email)).body).toMatchObject({ code: 'withdrawal-open' });
  await api.rows(
    "update withdrawals set handled_at = now(), handled_by = 'a', handled_note = 'Refunded' where email = $1",
    [email],
  );
  expect((await erase(email)).status).toBe(204);
  expect(
    await api.rows('select name, email, order_number from withdrawals where id = $1', [withdrawal]),
  ).toEqual([{ name: null, email: null, order_number: 'redacted' }]);
});

test('records of strangers with another spelling hold up no export and no erasure', async () => {
  const email = newEmail('carl');
  await newPurchase(email);
  const other = email.replace('@', '+x@');
  await api.call('POST', '/api/customers', { email: other });
  await api.call('POST', '/api/customers', { email: other, newsletter: true });
  await api.call('POST', '/api/withdrawals', newWithdrawal({ email: other }));
  const headers = await openSession(api.rows, email);
  expect((await api.call('GET', '/api/portal/data', undefined, { headers })).status).toBe(200);
  expect((await erase(email)).status).toBe(204);
});

test('withdrawals by strangers hold up no erasure, and are erased as well', async () => {
  const [email, stranger] = [newEmail('carl'), newEmail('bob')];
  await newPurchase(email);
  const order = unique().toUpperCase();
  await newPurchase(stranger, { provider_id: order });
  const ids = [await newWithdrawalRow(email, 'CALL +1 900'), await newWithdrawalRow(email, order)];
  const headers = await openSession(api.rows, email);
  const exported = await api.call('GET', '/api/portal/data', undefined, { headers });
  expect(exported).toMatchObject({ status: 200, body: { withdrawals: [] } });
  expect((await erase(email)).status).toBe(204);
  // The other order stays a task for the admin.
  expect(await api.rows('select id, name, email from withdrawals where id = any ($1)', [ids])).toEqual([
    { id: ids[1], name: null, email: null },
  ]);
});

test('a buyer’s open withdrawal without a number outlives the erasure until handled', async () => {
  const email = newEmail('carl');
  await newPurchase(email);
  await api.rows('insert into customers (id, email) values (gen_random_uuid(), $1)', [email]);
  const order_number = 'Annual, 3 November';
  const ids: unknown[] = [];
  for (const name of ['Open', 'Handled']) {
    const { body } = await api.call('POST', '/api/withdrawals', newWithdrawal({ name, email, order_number }));
    ids.push((body as { id: string }).id);
  }
  const token = await signIn('admin');
  const handle = (id: unknown) =>
    api.call('POST', '/api/withdrawals/handle', { ids: [id], note: 'Carl is refunded' }, { token });
  await handle(ids[1]);
  expect((await erase(email)).status).toBe(204);
  const left = async () => {
    await sweepWithdrawals({ db: database.db, now: new Date('2030-01-01') });
    return api.rows('select name, email, order_number from withdrawals where id = any ($1) order by id', [
      ids,
    ]);
  };
  const emptied = { name: null, email: null, order_number: 'redacted' };
  expect(await left()).toEqual([{ name: 'Open', email, order_number }, emptied]);
  await handle(ids[0]);
  expect(await left()).toEqual([emptied]);
  expect(await api.rows("select 1 from audit_log where after::text like '%Carl is refunded%'")).toEqual([]);
});

test('the address for receipts can be erased while the payer’s subscription is active', async () => {
  const [payer, email] = [newEmail('payer'), newEmail('receipt')];
  const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
  const id = await newPurchase(payer, { ...subscription, receipt_email: email });
  expect((await erase(email)).status).toBe(204);
  expect(await api.rows('select payer_email, receipt_email from purchases where id = $1', [id])).toEqual([
    { payer_email: payer, receipt_email: null },
  ]);
});
