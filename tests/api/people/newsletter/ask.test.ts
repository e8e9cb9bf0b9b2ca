import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveWithAddresses } from '../../../../src/server/people/newsletter/subscription.ts';
import { newEmail } from '../../factories.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { linkPaths, newSubscription } from '../../newsletter-factories.ts';

/** The beginning of a period in which an address gets one confirmation mail. */
const start = Date.parse('2026-03-01T12:00:00Z');
const hourMs = 60 * 60_000;
let now = start;
let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, now: () => new Date(now) });
});
afterAll(() => api.close());

const ask = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/customers', { email, newsletter: true, ...more }, { headers });
const stored = async (email: string) =>
  (await api.rows('select * from newsletter_subscriptions where lower(email) = lower($1)', [email]))[0];
const mailsTo = (email: string) =>
  api.rows('select kind, data from mails where lower(address) = lower($1) order by created_at', [email]);

describe('a request for the newsletter', () => {
  test('is stored with its source, apart from customers, and writes the mail that asks for confirmation', async () => {
    const email = newEmail();
    const answer = await ask(email, { name: 'Ada' }, { referer: 'http://site.example/why?secret=1' });
    expect(answer).toMatchObject({ status: 201, body: { name: 'Ada', email } });
    const row = await stored(email);
    expect(row).toMatchObject({ name: 'Ada', email, state: 'asked', source: '/why', confirmed_at: null });
    expect(await api.rows('select 1 from customers where email = $1', [email])).toEqual([]);
    expect(await mailsTo(email)).toEqual([
      { kind: 'newsletter-confirmation', data: { subscription_id: row?.id } },
    ]);
  });

  test('needs an email', async () => {
    expect(await ask('', { name: 'Ada' })).toMatchObject({ status: 422, body: { code: 'email-required' } });
  });

  test('gets the same answer for a known and an unknown address, in any state', async () => {
    const { rows } = api;
    const emails = [
      newEmail(),
      (await newSubscription(rows, 'asked')).email,
      (await newSubscription(rows, 'confirmed')).email,
      (await newSubscription(rows, 'left')).email,
    ];
    const volatile = new Set(['x-request-id', 'server-timing']);
    const seen: unknown[] = [];
    for (const email of emails) {
      const { status, headers, body } = await ask(email);
      expect(body).toEqual({ name: null, email });
      seen.push([status, [...headers].filter(([name]) => !volatile.has(name))]);
    }
    expect(seen).toEqual(emails.map(() => seen[0]));
  });

  test('leaves a confirmed subscription as it is, and writes no mail', async () => {
    const { email } = await newSubscription(api.rows, 'confirmed');
    const before = await stored(email);
    await ask(email.toUpperCase(), { name: 'Mallory' });
    expect(await stored(email)).toEqual(before);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each(['asked', 'left'] as const)('keeps the name of a subscription that is %s', async (state) => {
    const { email } = await newSubscription(api.rows, state);
    await api.rows("update newsletter_subscriptions set name = 'Ada' where email = $1", [email]);
    await ask(email.toUpperCase(), { name: 'Mallory' });
    expect(await stored(email)).toMatchObject({ name: 'Ada', state: 'asked' });
    await api.rows('update newsletter_subscriptions set name = null where email = $1', [email]);
    await ask(email, { name: 'Mallory' });
    expect(await stored(email)).toMatchObject({ name: null });
  });

  test('after unsubscribing needs a new confirmation', async () => {
    const { id, email } = await newSubscription(api.rows, 'confirmed');
    const { confirmPath, leavePath } = linkPaths(id);
    await api.call('POST', leavePath);
    expect(await stored(email)).toMatchObject({ state: 'left', left_reason: 'page' });
    await ask(email);
    expect(await stored(email)).toMatchObject({ id, state: 'asked', left_at: null, left_reason: null });
    expect(await mailsTo(email)).toHaveLength(1);
    await api.call('POST', confirmPath);
    expect(await stored(email)).toMatchObject({ state: 'confirmed' });
  });

  test('writes at most three mails in two weeks to one person, in any spelling', async () => {
    const name = newEmail().split('@')[0] ?? '';
    for (let request = 0; request < 12; request += 1) await ask(`${name}+${String(request)}@gmail.com`);
    const mails = () =>
      api.rows('select 1 from mails where normalise_email(address) = normalise_email($1)', [
        `${name}@gmail.com`,
      ]);
    expect(await mails()).toHaveLength(3);
    now = start + 14 * 24 * hourMs;
    await ask(`${name}@gmail.com`);
    expect(await mails()).toHaveLength(4);
    now = start;
  });

  test('asks somebody who has just unsubscribed again, but nobody whose address bounced or complained', async () => {
    const reader = await newSubscription(api.rows, 'left');
    await ask(reader.email);
    expect(await stored(reader.email)).toMatchObject({ state: 'asked' });
    expect(await mailsTo(reader.email)).toHaveLength(1);
    const complainer = await newSubscription(api.rows, 'confirmed');
    await leaveWithAddresses({ db: database.db, now: new Date(now) }, [complainer.email], 'complaint');
    await ask(complainer.email);
    expect(await stored(complainer.email)).toMatchObject({ state: 'left' });
    expect(await mailsTo(complainer.email)).toEqual([]);
  });
});
