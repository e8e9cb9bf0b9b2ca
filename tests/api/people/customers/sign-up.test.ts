import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
let now = start;
let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => new Date(now) });
});
afterAll(() => api.close());

const signUp = (body: unknown) => api.call('POST', '/api/customers', body);
const storedCustomer = (email: string) =>
  api.rows('select name, email from customers where lower(email) = lower($1)', [email]);

describe('a sign-up of a buyer', () => {
  test('is stored, and the answer repeats the request', async () => {
    const body = { name: 'Ada', email: newEmail() };
    expect(await signUp(body)).toMatchObject({ status: 201, body });
    expect(await storedCustomer(body.email)).toEqual([body]);
    expect(await api.rows('select 1 from newsletter_subscriptions where email = $1', [body.email])).toEqual(
      [],
    );
  });

  test.each([[null], [''], ['   '], [undefined]])('stores the name %j as null', async (name) => {
    const email = newEmail();
    const answer = await signUp({ name, email });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ name: null, email });
    expect(await storedCustomer(email)).toEqual([{ name: null, email }]);
  });

  test('is trimmed, without unknown fields', async () => {
    const email = newEmail();
    const answer = await signUp({ name: '  Ada  ', email: `\t${email} `, id: 'mine', created_at: 'now' });
    expect(answer.body).toEqual({ name: 'Ada', email });
    expect(await storedCustomer(email)).toEqual([{ name: 'Ada', email }]);
  });

  test('stores a name without an email, as the checkout may send it', async () => {
    const answer = await signUp({ name: 'Only A. Name', email: null });
    expect(answer).toMatchObject({ status: 201, body: { name: 'Only A. Name', email: null } });
    expect(await api.rows("select email from customers where name = 'Only A. Name'")).toEqual([
      { email: null },
    ]);
  });

  test('stores names of every script unchanged', async () => {
    const email = newEmail();
    const name = 'Zoë 👩‍👩‍👧 李 <script> \'; drop table customers; -- \\ "%_';
    expect((await signUp({ name, email })).body).toEqual({ name, email });
    expect(await storedCustomer(email)).toEqual([{ name, email }]);
  });
});

describe('a repeated sign-up', () => {
  test('in another letter case changes nothing, and answers like a first one', async () => {
    const email = newEmail();
    const other = email.toUpperCase();
    await signUp({ name: 'Ada', email });
    const again = await signUp({ name: 'Ada', email: other });
    const fresh = await signUp({ name: 'Ada', email: newEmail().toUpperCase() });
    expect(again).toMatchObject({ status: 201, body: { name: 'Ada', email: other } });
    expect(Object.keys(again.body as object)).toEqual(Object.keys(fresh.body as object));
    const volatile = new Set(['x-request-id', 'server-timing']);
    const comparable = (headers: Headers) => [...headers].filter(([name]) => !volatile.has(name));
    expect(comparable(again.headers)).toEqual(comparable(fresh.headers));
    expect(await storedCustomer(email)).toEqual([{ name: 'Ada', email }]);
  });

  test('adds no name to a known email', async () => {
    const email = newEmail();
    await signUp({ name: null, email });
    expect((await signUp({ name: 'Mallory', email })).body).toEqual({ name: 'Mallory', email });
    expect(await storedCustomer(email)).toEqual([{ name: null, email }]);
  });

  test('neither overwrites nor clears a name', async () => {
    const email = newEmail();
    await signUp({ name: 'Grace', email });
    expect((await signUp({ name: 'Mallory', email })).body).toEqual({ name: 'Mallory', email });
    await signUp({ name: null, email });
    expect(await storedCustomer(email)).toEqual([{ name: 'Grace', email }]);
  });
});

test('a signed-in user signs up like every visitor', async () => {
  const body = { name: null, email: newEmail() };
  const answer = await api.call('POST', '/api/customers', body, { token: await signIn('carl') });
  expect(answer).toMatchObject({ status: 201, body });
  expect(answer.body).not.toHaveProperty('id');
});

test('strangers’ sign-ups with an email do not keep its owner from signing up', async () => {
  const email = newEmail();
  for (let hit = 1; hit <= 61; hit += 1)
    expect((await signUp({ email, newsletter: hit > 30 })).status).toBe(201);
  expect(await storedCustomer(email)).toHaveLength(1);
});
