import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { newAccount, newConfirmedAccount, signIn } from '../../accounts.ts';
import { newApplicant } from './application.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { kindsTo, mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { affiliateLetterPath } from '../../newsletter-factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const asAdmin = (method: string, path: string, body: object) =>
  api.call(method, `/api/affiliates${path}`, body, { token });
const idOf = (body: unknown) => z.object({ id: z.string() }).parse(body).id;
const today = () => new Date().toISOString();
const update = (id: string, email: string, date_activated: string | null, changes: object = {}) =>
  asAdmin('PUT', `/${id}`, { name: 'Minted', email, date_activated, ...changes });

describe('an applicant gets one mail', () => {
  test('when the application is stored, and none when it is refused or repeated', async () => {
    const { email, apply } = await newApplicant(api);
    expect((await apply({ code: 'not-of-this-email' })).status).toBe(422);
    expect(await mailsTo(api.rows, email)).toEqual([]);
    const answer = await apply();
    expect(answer.status).toBe(201);
    expect((await apply()).status).toBe(409);
    const [mail, ...others] = await mailsTo(api.rows, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'application-received',
      subject_id: idOf(answer.body),
      state: 'waiting',
    });
    const { code } = z.object({ code: z.string() }).parse(answer.body);
    expect(renderStored(mail).text).toContain(code);
  });

  test('when an admin declines the application, with the reason', async () => {
    const { email, apply } = await newApplicant(api);
    const id = idOf((await apply()).body);
    const decline = (body: object) => asAdmin('POST', `/${id}/decline`, body);
    expect((await decline({ reason: 'Read an older version', version: 9 })).status).toBe(409);
    expect((await decline({ reason: 'No site yet' })).status).toBe(200);
    expect((await decline({ reason: 'Again' })).status).toBe(409);
    expect(await kindsTo(api.rows, email)).toEqual(['application-received', 'application-declined']);
    expect(renderStored((await mailsTo(api.rows, email))[1]).text).toContain('Our reason: No site yet');
  });
});

describe('an affiliate gets a mail', () => {
  test('when an admin creates it as active, but not as inactive', async () => {
    const [active, waiting] = [newEmail(), newEmail()];
    const code = `c${unique()}`;
    await asAdmin('POST', '', { name: 'Minted', email: active, code, date_activated: today() });
    await asAdmin('POST', '', { name: 'Minted', email: waiting, code: `c${unique()}` });
    expect(await kindsTo(api.rows, active)).toEqual(['application-approved']);
    expect(renderStored((await mailsTo(api.rows, active))[0]).text).toContain(`/buy?ref=${code}`);
    expect(await kindsTo(api.rows, waiting)).toEqual([]);
  });

  test('for each update that activates it, and none for other updates', async () => {
    const { id, email } = await newAffiliate(api.rows, { activeFrom: null });
    expect((await update(id, email, null)).status).toBe(200);
    expect((await update(id, email, today(), { version: 1 })).status).toBe(409);
    expect(await kindsTo(api.rows, email)).toEqual([]);
    await update(id, email, today());
    await update(id, email, '2026-01-01T00:00:00Z');
    expect(await kindsTo(api.rows, email)).toEqual(['application-approved']);
    await update(id, email, null);
    await update(id, email, today());
    expect(await kindsTo(api.rows, email)).toEqual(['application-approved', 'application-approved']);
  });

  test('once for a bulk activation', async () => {
    const first = await newAffiliate(api.rows, { activeFrom: null });
    const active = await newAffiliate(api.rows);
    const bulk = (action: string) => asAdmin('POST', '/bulk', { action, ids: [first.id, active.id] });
    await bulk('activate');
    await bulk('activate');
    await bulk('deactivate');
    expect(await kindsTo(api.rows, first.email)).toEqual(['application-approved']);
    expect(await kindsTo(api.rows, active.email)).toEqual([]);
  });

  test('but not for an import', async () => {
    const email = newEmail();
    const csv = `name,email,code,date_activated\nNew,${email},k${unique()},2026-01-01\n`;
    expect(await asAdmin('POST', '/import', { csv, dryRun: false })).toMatchObject({ status: 200 });
    expect(await kindsTo(api.rows, email)).toEqual([]);
  });
});

/** Creates an affiliate with an account whose address is confirmed. */
const newOwner = async () => {
  const account = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email: account.email });
  const save = (email: string | null) =>
    api.call('PUT', '/api/affiliates/payout-email', { email }, { token: account.token });
  return { ...account, id, save };
};

/** Returns the payment email that each mail to an address names. */
const shownTo = async (address: string) =>
  (await mailsTo(api.rows, address)).map(({ kind, data }) => {
    expect(kind).toBe('payment-email-changed');
    return (data as { readonly email: string | null }).email;
  });

test('an affiliate’s own change sends one mail each to the new payment email, the old one and the account', async () => {
  const { email, save } = await newOwner();
  const [first, second] = [newEmail('first'), newEmail('second')];
  expect((await save(first)).status).toBe(200);
  expect((await save(first)).status).toBe(200);
  expect(await shownTo(first)).toEqual(['f…@mail.example']);
  expect(await shownTo(email)).toEqual(['f…@mail.example']);
  expect((await save(second)).status).toBe(200);
  expect(await shownTo(first)).toEqual(['f…@mail.example', 's…@mail.example']);
  expect(await shownTo(second)).toEqual(['s…@mail.example']);
  expect(await shownTo(email)).toHaveLength(2);
  const mail = renderStored((await mailsTo(api.rows, second))[0]);
  expect(mail.subject).toMatch(/^Your payment email was changed on /);
  expect(mail.text).toContain('s…@mail.example');
  expect(mail.text).not.toContain(second);
});

test('an address that is both the payment email and the account gets one mail, in any letter case', async () => {
  const { email, save } = await newOwner();
  await save(email.toUpperCase());
  expect([...(await shownTo(email)), ...(await shownTo(email.toUpperCase()))]).toHaveLength(1);
  await save(null);
  const mails = [...(await mailsTo(api.rows, email)), ...(await mailsTo(api.rows, email.toUpperCase()))];
  expect(mails).toHaveLength(2);
  expect(mails.map((mail) => renderStored(mail).subject)).toContainEqual(
    expect.stringMatching(/^Your payment email was removed on /),
  );
});

test('an admin’s change sends the mails, but a change of the minimum or a conflict sends none', async () => {
  const { id, email } = await newAffiliate(api.rows);
  const put = (payout_email: string | null, no_minimum: boolean, version: number) =>
    api.call('PUT', `/api/affiliates/${id}/payout`, { payout_email, no_minimum, version }, { token });
  const address = newEmail('payment');
  expect((await put(address, false, 1)).status).toBe(200);
  expect((await put(address, true, 2)).status).toBe(200);
  expect((await put(newEmail(), true, 2)).status).toBe(409);
  expect(await shownTo(address)).toEqual(['p…@mail.example']);
  expect(await shownTo(email)).toEqual(['p…@mail.example']);
});

test('an admin’s change of the email removes the payment email and sends a mail about it', async () => {
  const { id, save } = await newOwner();
  const [payment, next] = [newEmail('payment'), newEmail('next')];
  await save(payment);
  await api.call(
    'PUT',
    `/api/affiliates/${id}`,
    { name: 'Minted', email: next, date_activated: '2025-01-01T00:00:00Z' },
    { token },
  );
  expect(await shownTo(payment)).toEqual(['p…@mail.example', null]);
  expect(await shownTo(next)).toEqual([null]);
});

test('a new owner removes the former owner’s payment email, and a mail about it is sent', async () => {
  const { email, token: own, id, save } = await newOwner();
  const payment = newEmail('payment');
  await save(payment);
  await api.rows("update affiliates set owner_uid = 'a former owner' where id = $1", [id]);
  await api.call('GET', '/api/affiliates/payout', undefined, { token: own });
  await api.call('GET', '/api/affiliates/payout', undefined, { token: own });
  expect(await shownTo(payment)).toEqual(['p…@mail.example', null]);
  expect(await shownTo(email)).toEqual(['p…@mail.example', null]);
});

test('an affiliate changes the payment email six times in a window; another change is refused, and sends nothing', async () => {
  const { save } = await newOwner();
  for (let change = 0; change < 6; change += 1) expect((await save(newEmail())).status).toBe(200);
  const stranger = newEmail('stranger');
  expect(await save(stranger)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(await mailsTo(api.rows, stranger)).toEqual([]);
});

const choose = (muted: unknown, own: string, wanted?: unknown) =>
  api.call('PUT', '/api/affiliates/mails', { muted, wanted }, { token: own });

test('an affiliate switches optional mails off and on, with an audit entry for each change', async () => {
  const { email, token: own, uid } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  const muted = ['first-sale', 'payout-paid'];
  expect(await choose(['payout-paid', 'first-sale', 'payout-paid'], own)).toMatchObject({
    status: 200,
    body: { id, muted_mails: muted, version: 2 },
  });
  expect(await choose(muted, own)).toMatchObject({ body: { muted_mails: muted, version: 2 } });
  expect(await choose([], own, muted)).toMatchObject({ body: { muted_mails: [], version: 3 } });
  expect(
    await api.rows('select action, actor_id, before, after from audit_log where entity_id = $1 order by id', [
      id,
    ]),
  ).toEqual([
    {
      action: 'affiliate.mails',
      actor_id: uid,
      before: { muted_mails: [] },
      after: { muted_mails: muted },
    },
    {
      action: 'affiliate.mails',
      actor_id: uid,
      before: { muted_mails: muted },
      after: { muted_mails: [] },
    },
  ]);
});

test('saving choices in an open tab does not restart letters that a link stopped', async () => {
  const { email, token: own } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  expect((await api.call('POST', affiliateLetterPath(id))).status).toBe(200);
  expect(await choose(['first-sale'], own)).toMatchObject({
    body: { muted_mails: ['affiliate-letter', 'first-sale'] },
  });
  expect(await choose([], own, ['affiliate-letter'])).toMatchObject({
    body: { muted_mails: ['first-sale'] },
  });
});

test('a mail that cannot be switched off is refused', async () => {
  const { email, token: own } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  for (const muted of [['payout-rejected'], ['first-sale', 'receipt']])
    expect((await choose(muted, own)).status).toBe(422);
  expect(await api.rows('select muted_mails, version from affiliates where id = $1', [id])).toEqual([
    { muted_mails: [], version: 1 },
  ]);
});

test('an account that only uses the affiliate’s email cannot change the affiliate', async () => {
  const { email } = await newAffiliate(api.rows);
  const { token: own } = await newAccount(email);
  expect(await choose([], own)).toMatchObject({ status: 404, body: { code: 'affiliate-not-found' } });
});

test('switching a mail on changes and logs only the caller’s own affiliate', async () => {
  const [own, other] = await Promise.all([newOwner(), newOwner()]);
  for (const { token: one } of [own, other])
    expect((await choose(['affiliate-letter'], one)).status).toBe(200);
  const entries = () =>
    api.rows("select entity_id from audit_log where action = 'affiliate.mails' and entity_id = any ($1)", [
      [own.id, other.id],
    ]);
  expect(await entries()).toHaveLength(2);
  const { token: stranger } = await newConfirmedAccount();
  expect((await choose([], stranger, ['affiliate-letter'])).status).toBe(404);
  expect(await entries()).toHaveLength(2);
  expect(await choose([], own.token, ['affiliate-letter'])).toMatchObject({
    status: 200,
    body: { muted_mails: [] },
  });
  expect((await entries()).map(({ entity_id }) => entity_id).toSorted()).toEqual(
    [own.id, own.id, other.id].toSorted(),
  );
});
