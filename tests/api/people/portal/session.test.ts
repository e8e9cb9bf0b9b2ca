import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { retentions, sweepRows } from '../../../../src/server/frame/db/sweep-rows.ts';
import { signToken } from '../../../../src/server/frame/mail/signed-links.ts';
import type { TokenPurpose } from '../../../../src/server/frame/mail/templates/template.ts';
import { limits } from '../../../../src/shared/limits.ts';
import { newAccount, newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import { type Api, createTestDatabase, settings, startApi, type TestDatabase } from '../../harness.ts';
import { kindsTo } from '../../frame/mail/mail-rows.ts';
import { cookieOf, newBuyer } from './new-buyer.ts';
import { newLink, openSession } from '../../portal-sessions.ts';

let api: Api;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database });
});
afterAll(() => api.close());

const open = (token: string) => api.call('POST', '/api/portal/open', { token });

const listing = z.object({ email: z.string(), purchases: z.array(z.object({ id: z.string() })) });

async function purchasesOf(cookie: string): Promise<string[]> {
  const answer = await api.call('GET', '/api/portal/purchases', undefined, { headers: { cookie } });
  return listing.parse(answer.body).purchases.map(({ id }) => id);
}

test('a mailed link opens a session for an hour, once, and not after 15 minutes', async () => {
  const { email, purchase } = await newBuyer(api.rows);
  const token = await newLink(api.rows, email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => open(token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  const opened = answers.find(({ status }) => status === 200);
  const setCookie = opened?.headers.get('set-cookie') ?? '';
  expect(setCookie).toMatch(/; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(await purchasesOf(cookieOf(opened?.headers ?? new Headers()))).toEqual([purchase]);
  expect((await open(token)).body).toMatchObject({ code: 'portal-link-invalid' });
  expect((await open(await newLink(api.rows, email, { minutesAgo: 14 }))).status).toBe(200);
  expect((await open(await newLink(api.rows, email, { minutesAgo: 15 }))).status).toBe(404);
  expect((await open(`${token}x`)).status).toBe(404);
});

test('a link is mailed only for an address that paid, or that got the receipt', async () => {
  const { email } = await newBuyer(api.rows);
  const receiptEmail = newEmail('receipt');
  await fixtures(api.rows).purchase({ receipt_email: receiptEmail });
  const stranger = newEmail('stranger');
  for (const address of [email.toUpperCase(), receiptEmail, stranger])
    expect((await api.call('POST', '/api/portal/link', { email: address })).status).toBe(202);
  expect(await kindsTo(api.rows, email.toUpperCase())).toEqual(['purchases-link']);
  expect(await kindsTo(api.rows, receiptEmail)).toEqual(['purchases-link']);
  expect(await kindsTo(api.rows, stranger)).toEqual([]);
});

test('strangers’ requests for links do not lock a buyer out', async () => {
  const { email } = await newBuyer(api.rows);
  const { hits } = limits.perTarget.purchasesLink;
  const ask = async () => {
    expect(await api.call('POST', '/api/portal/link', { email })).toMatchObject({
      status: 202,
      body: { email },
    });
    return (await kindsTo(api.rows, email)).length;
  };
  for (let hit = 1; hit <= hits; hit += 1) expect(await ask()).toBe(hit);
  expect(await ask()).toBe(hits);
  // The mails are sent, and their links are too old now. The last mail waits in the outbox.
  await api.rows(
    `update mails set state = 'sent', data = null, finished_at = now() - interval '16 minutes' where address = $1`,
    [email],
  );
  expect(await ask()).toBe(hits + 1);
  expect(await ask()).toBe(hits + 1);
  const [mail] = await api.rows(
    'select subject_id as id from mails where address = $1 order by created_at desc limit 1',
    [email],
  );
  const token = signToken(settings.mailLinkSecret ?? '', 'purchases-link', String(mail?.id));
  expect((await open(token)).status).toBe(200);
  expect(await ask()).toBe(hits + 2);
});

test('a caller who asks for too many links is refused, even for different addresses', async () => {
  const ask = () => api.call('POST', '/api/portal/link', { email: newEmail() }, { address: '198.51.100.9' });
  const statuses: number[] = [];
  for (let hit = 0; hit <= limits.perNetwork.buyers; hit += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([...Array<number>(limits.perNetwork.buyers).fill(202), 429]);
});

test('another spelling that normalizes to the same address is another person’s, except at Gmail', async () => {
  const name = newEmail('tagged').split('@')[0] ?? '';
  const { purchase } = await newBuyer(api.rows, `${name}@mail.example`);
  const tagged = await openSession(api.rows, `${name}+other@mail.example`);
  expect(await purchasesOf(tagged.cookie)).toEqual([]);
  for (const [method, path] of [
    ['GET', '/api/portal/data'],
    ['POST', '/api/portal/erase'],
  ] as const)
    expect((await api.call(method, path, undefined, { headers: tagged })).body).toMatchObject({
      code: 'address-spelling-differs',
    });
  const mailbox = name.replaceAll('-', '').replaceAll('.', '');
  const gmail = await api.rows(
    `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key)
     values (gen_random_uuid(), $1, 'one-time', 'basic', 'completed', 5999, $2, $2) returning id`,
    [newEmail('order'), `${mailbox}@gmail.com`],
  );
  const dotted = await openSession(api.rows, `${mailbox.slice(0, 3)}.${mailbox.slice(3)}+kith@gmail.com`);
  expect(await purchasesOf(dotted.cookie)).toEqual([gmail[0]?.id]);
  expect(await purchasesOf((await openSession(api.rows, `${name}@mail.example`)).cookie)).toEqual([purchase]);
});

test('an account opens a session without a link, once its address is confirmed', async () => {
  const confirmed = await newConfirmedAccount();
  const { purchase } = await newBuyer(api.rows, confirmed.email);
  const opened = await api.call('POST', '/api/portal/account', undefined, { token: confirmed.token });
  expect(opened.body).toEqual({ email: confirmed.email });
  expect(await purchasesOf(cookieOf(opened.headers))).toEqual([purchase]);
  const { token } = await newAccount();
  const refused = await api.call('POST', '/api/portal/account', undefined, { token });
  expect(refused).toMatchObject({ status: 403, body: { code: 'email-unverified' } });
});

test('a session ends after an hour, and when the buyer signs out', async () => {
  const { email } = await newBuyer(api.rows);
  const headers = await openSession(api.rows, email);
  const list = () => api.call('GET', '/api/portal/purchases', undefined, { headers });
  expect((await list()).status).toBe(200);
  // A second earlier, because the server's clock has no microseconds.
  await api.rows(`update portal_sessions set ends_at = now() - interval '1 second' where email = $1`, [
    email,
  ]);
  expect((await list()).body).toMatchObject({ code: 'portal-session-required' });
  const other = await openSession(api.rows, email);
  const signedOut = await api.call('POST', '/api/portal/sign-out', undefined, { headers: other });
  expect(signedOut.headers.get('set-cookie')).toContain('Max-Age=0');
  const after = await api.call('GET', '/api/portal/purchases', undefined, { headers: other });
  expect(after.status).toBe(401);
});

test('by HTTPS the cookie is bound to this host', async () => {
  const { email, purchase } = await newBuyer(api.rows);
  const secure = async (path: string, init: RequestInit = {}) =>
    api.app.fetch(new Request(`https://kithbook.example${path}`, init));
  const opened = await secure('/api/portal/open', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: await newLink(api.rows, email) }),
  });
  const setCookie = opened.headers.get('set-cookie') ?? '';
  expect(setCookie).toMatch(
    /^__Host-purchases_session=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const list = await secure('/api/portal/purchases', { headers: { cookie: cookieOf(opened.headers) } });
  expect(listing.parse(await list.json()).purchases.map(({ id }) => id)).toEqual([purchase]);
  const [, token = ''] = cookieOf(opened.headers).split('=');
  const withoutPrefix = { cookie: `purchases_session=${token}` };
  expect((await secure('/api/portal/purchases', { headers: withoutPrefix })).status).toBe(401);
});

test('a new session ends the former session of the browser', async () => {
  const { email } = await newBuyer(api.rows);
  const former = await openSession(api.rows, email);
  const other = await openSession(api.rows, email);
  const token = await newLink(api.rows, email);
  expect((await api.call('POST', '/api/portal/open', { token }, { headers: former })).status).toBe(200);
  const statusOf = async (headers: { readonly cookie: string }) =>
    (await api.call('GET', '/api/portal/purchases', undefined, { headers })).status;
  expect([await statusOf(former), await statusOf(other)]).toEqual([401, 200]);
  const account = await newConfirmedAccount(email);
  await api.call('POST', '/api/portal/account', undefined, { token: account.token, headers: other });
  expect(await statusOf(other)).toBe(401);
});

test('no session reads or changes another buyer’s purchase', async () => {
  const { purchase, payment } = fixtures(api.rows);
  const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
  const owners = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const email = newEmail(name);
      const id = await purchase({ ...subscription, payer_email: email, payer_email_key: email });
      return { id, payment: await payment({ purchase_id: id }), headers: await openSession(api.rows, email) };
    }),
  );
  for (const { headers, ...own } of owners)
    for (const { id, payment: paymentId } of owners) {
      const isOwn = id === own.id;
      const receipt = await api.call('GET', `/api/portal/receipts/${paymentId}`, undefined, { headers });
      expect(receipt.status).toBe(isOwn ? 200 : 404);
      const shown = await purchasesOf(headers.cookie);
      expect(shown).toEqual([own.id]);
      if (isOwn) continue;
      const cancelled = await api.call('POST', `/api/portal/purchases/${id}/cancel`, undefined, { headers });
      expect(cancelled).toMatchObject({ status: 404, body: { code: 'purchase-not-found' } });
    }
  expect(
    await api.rows('select 1 from paypal_actions where purchase_id = any ($1)', [owners.map(({ id }) => id)]),
  ).toEqual([]);
});

test('a second year of Basic that is bought early begins when the first ends', async () => {
  const { purchase, payment } = fixtures(api.rows);
  const email = newEmail('early');
  for (const paid_at of ['2025-11-03T10:00:00Z', '2026-08-01T10:00:00Z']) {
    const id = await purchase({ payer_email: email, payer_email_key: email, created_at: paid_at });
    await payment({ purchase_id: id, paid_at });
  }
  const headers = await openSession(api.rows, email);
  const { body } = await api.call('GET', '/api/portal/purchases', undefined, { headers });
  expect(body).toMatchObject({
    purchases: [{ paid_until: '2027-11-03T10:00:00.000Z' }, { paid_until: '2026-11-03T10:00:00.000Z' }],
  });
});

test('a signed link whose subject is no id is refused like any other, by every call', async () => {
  const sign = (purpose: TokenPurpose) => signToken(settings.mailLinkSecret ?? '', purpose, 'no-uuid');
  for (const [path, purpose] of [
    ['/api/portal/open', 'purchases-link'],
    ['/api/account/address/confirm', 'address-confirm'],
    ['/api/account/address/undo', 'address-undo'],
  ] as const)
    expect((await api.call('POST', path, { token: sign(purpose) })).status).toBe(404);
  for (const purpose of ['confirm', 'leave'] as const) {
    const path = `/api/newsletter/${purpose}?token=${sign(`newsletter-${purpose}`)}`;
    for (const method of ['GET', 'POST']) expect((await api.call(method, path)).status).toBe(404);
  }
});

test('the sweep deletes a link and its address after a day', async () => {
  const [old, young] = [newEmail(), newEmail()];
  await newLink(api.rows, old, { minutesAgo: 24 * 60 + 1 });
  await newLink(api.rows, young, { minutesAgo: 24 * 60 - 1 });
  await sweepRows({ db: database.db, now: new Date() }, retentions.portal_sessions);
  expect(await api.rows('select email from portal_sessions where email = any ($1)', [[old, young]])).toEqual([
    { email: young },
  ]);
});
