import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { addMonths, monthOf } from '../../../../src/shared/dates.ts';
import {
  addSecondFactor,
  canSignIn,
  changeAccount,
  fetchFactors,
  newAccount,
  newConfirmedAccount,
  signIn,
  signInWith,
} from '../../accounts.ts';
import { applicationOf } from '../../money/affiliates/application.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { openSession } from '../../portal-sessions.ts';
import { payable } from '../../money/statements/ledger-maker.ts';
import { linksOf } from './address-change.ts';

const password = 'kithbook';
const ownPayment = 'ada-pay@mail.example';
const month = addMonths(monthOf(new Date()), -1);

let database: TestDatabase;
let api: Api;
let admin: string;
beforeAll(async () => {
  setLongTimeouts();
  admin = await signIn('admin');
});
// Closing a month concerns all affiliates.
beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, identity: emulatedIdentity() });
  return () => api.close();
});

const press = (action: 'confirm' | 'undo', token: string) =>
  api.call('POST', `/api/account/address/${action}`, { token });
const setPayment = (email: string | null, token: string) =>
  api.call('PUT', '/api/affiliates/payout-email', { email }, { token });
const apply = ({ email, token }: { email: string; token: string }) =>
  api.call('POST', '/api/affiliates', applicationOf(email), { token });
const close = () => closeMonth({ db: database.db, now: new Date() }, month);
const payoutCall = (action: string, body: object) =>
  api.call('POST', `/api/payouts/${action}`, body, { token: admin });
const exported = async () => String((await payoutCall('export', {})).body);

/** Creates Ada's account and affiliate, which has earned enough for a payout. */
const newAda = async (payoutEmail: string | null = ownPayment) => {
  const account = await newConfirmedAccount();
  const affiliate = await payable(api.rows, { email: account.email, payoutEmail });
  await affiliate.earn(`${month}-05T00:00:00Z`, 150_00);
  return { ...account, ...affiliate };
};

/** Changes Ada's address with her password, and returns what the thief has then. */
const steal = async ({ uid, email, token }: { uid: string; email: string; token: string }) => {
  const to = newEmail('thief');
  await api.call('POST', '/api/account/address', { email: to }, { token });
  const { confirm, undo } = await linksOf(api, uid);
  expect((await press('confirm', confirm)).status).toBe(200);
  return { uid, from: email, email: to, undo, token: await signInWith(to) };
};

const stateOf = async ({ id }: { id: string }) => ({
  payouts: await api.rows(
    `select payouts.state::text as state, payouts.payout_email as email, approved_by
     from payouts join statements on statements.id = statement_id where affiliate_id = $1`,
    [id],
  ),
  payment: (await api.rows('select payout_email from affiliates where id = $1', [id]))[0]?.payout_email,
});

const payoutsOf = async ({ payouts }: { payouts: () => Promise<{ id?: unknown }[]> }) =>
  (await payouts()).map(({ id }) => String(id));

test('nothing is paid to a thief whom the owner of the old address undoes', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  const stolen = newEmail('stolen');
  expect((await setPayment(stolen, thief.token)).status).toBe(200);
  await close();
  const ids = await payoutsOf(ada);
  await payoutCall('approve', { ids });
  for (let presses = 0; presses < 2; presses += 1)
    expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
  expect(await stateOf(ada)).toEqual({
    payment: ownPayment,
    payouts: [{ state: 'proposed', email: ownPayment, approved_by: null }],
  });
  expect((await payoutCall('export', {})).body).toBeNull();
  await payoutCall('approve', { ids });
  const file = await exported();
  expect(file).toContain(ownPayment);
  expect(file).not.toContain(stolen);
  const [mail, ...others] = (await mailsTo(api.rows, ada.email)).filter(
    ({ kind }) => kind === 'address-restored',
  );
  expect(others).toEqual([]);
  const { text } = renderStored(mail);
  expect(text).toContain('a…@mail.example');
  expect(text).toContain('under review again');
  expect(
    await api.rows("select actor_id from audit_log where action in ('affiliate.restore', 'payout.review')"),
  ).toEqual([{ actor_id: ada.uid }, { actor_id: ada.uid }]);
});

test('without an earlier payment email a payout waits in review for a new one', async () => {
  const ada = await newAda(null);
  const thief = await steal(ada);
  await setPayment(newEmail('stolen'), thief.token);
  await close();
  const ids = await payoutsOf(ada);
  await payoutCall('approve', { ids });
  await press('undo', thief.undo);
  expect(await stateOf(ada)).toEqual({
    payment: null,
    payouts: [{ state: 'proposed', email: null, approved_by: null }],
  });
  expect((await payoutCall('approve', { ids })).body).toMatchObject({ unchanged: ids });
  await changeAccount(ada.uid, { password });
  const own = newEmail('own');
  await setPayment(own, await signInWith(ada.email));
  expect((await payoutCall('approve', { ids })).body).toMatchObject({ changed: ids });
  expect(await exported()).toContain(own);
});

test('a proposed payout waits in review for the owner’s first payment email', async () => {
  const ada = await newAda(null);
  const thief = await steal(ada);
  await setPayment(newEmail('stolen'), thief.token);
  await close();
  expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
  expect(await stateOf(ada)).toEqual({
    payment: null,
    payouts: [{ state: 'proposed', email: null, approved_by: null }],
  });
});

test('the undo link still works after the thief has erased the new address', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  const headers = await openSession(api.rows, thief.email);
  expect((await api.call('POST', '/api/portal/erase', undefined, { headers })).status).toBe(204);
  expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
});

test('a second factor of the thief does not lock the owner out', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  await addSecondFactor(thief);
  expect(await fetchFactors(ada.uid)).toBe(1);
  await press('undo', thief.undo);
  expect(await fetchFactors(ada.uid)).toBe(0);
  await changeAccount(ada.uid, { password: 'a new one' });
  expect(await canSignIn(ada.email, 'a new one')).toBe(true);
});

test('a changed name and new links keep nothing from the owner', async () => {
  const ada = await newAda();
  await api.rows(
    'insert into user_profiles (id, user_id, email, name) values (gen_random_uuid(), $1, $2, $3)',
    [ada.uid, ada.email, 'Ada'],
  );
  const thief = await steal(ada);
  const link = await api.call('POST', '/api/affiliates/links', { label: 'Mine' }, { token: thief.token });
  expect(link.status).toBe(201);
  const profile = { userId: ada.uid, email: thief.email, name: 'Mallory' };
  const path = `/api/user-profiles/user/${ada.uid}/upsert`;
  expect((await api.call('PUT', path, profile, { token: thief.token })).status).toBe(200);
  await setPayment(newEmail('stolen'), thief.token);
  await close();
  await press('undo', thief.undo);
  expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  expect(await api.rows('select email from affiliates where id = $1', [ada.id])).toEqual([
    { email: ada.email },
  ]);
});

test('six changes by the thief do not limit the owner’s own correction', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  for (let change = 0; change < 6; change += 1) await setPayment(newEmail('stolen'), thief.token);
  expect((await setPayment(newEmail('stolen'), thief.token)).status).toBe(429);
  for (let change = 0; change < 5; change += 1)
    await api.call('POST', '/api/account/address', { email: newEmail() }, { token: thief.token });
  await press('undo', thief.undo);
  await changeAccount(ada.uid, { password });
  const token = await signInWith(ada.email);
  const own = newEmail('own');
  expect((await setPayment(own, token)).status).toBe(200);
  const ask = await api.call('POST', '/api/account/address', { email: newEmail('ada') }, { token });
  expect(ask.status).toBe(202);
});

test('removing the payment email and setting the account’s own are never limited', async () => {
  const ada = await newAda();
  for (let change = 0; change < 7; change += 1) await setPayment(newEmail(), ada.token);
  expect((await setPayment(null, ada.token)).body).toMatchObject({ payout_email: null });
  expect((await setPayment(ada.email.toUpperCase(), ada.token)).status).toBe(200);
  expect((await setPayment(newEmail(), ada.token)).status).toBe(429);
});

test('a mail about the payment email also goes to the old address, with the undo link', async () => {
  const ada = await newAda();
  const thief = await steal(ada);
  await setPayment(newEmail('stolen'), thief.token);
  const mail = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'payment-email-changed');
  expect(renderStored(mail).text).toContain('#undo=');
  const other = (await mailsTo(api.rows, thief.email)).find(({ kind }) => kind === 'payment-email-changed');
  expect(renderStored(other).text).not.toContain('#undo=');
  await press('undo', thief.undo);
  await changeAccount(ada.uid, { password });
  await setPayment(newEmail('own'), await signInWith(ada.email));
  expect(
    (await mailsTo(api.rows, thief.email)).filter(({ kind }) => kind === 'payment-email-changed'),
  ).toHaveLength(1);
});

describe('an undo', () => {
  test('leaves a payout in a payment file, which the admin and the owner see', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const stolen = newEmail('stolen');
    await setPayment(stolen, thief.token);
    await close();
    const ids = await payoutsOf(ada);
    await payoutCall('approve', { ids });
    await exported();
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toMatchObject({
      payment: ownPayment,
      payouts: [{ state: 'approved', email: stolen }],
    });
    const list = await api.call('GET', '/api/payouts', undefined, { token: admin });
    expect(JSON.stringify(list.body)).toContain('other-payment-email');
    const mail = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'address-restored');
    expect(renderStored(mail).text).toContain('already on its way');
  });

  test('takes back both changes of a chain with the payment email of the first', async () => {
    const ada = await newAda();
    const first = await steal(ada);
    await setPayment(newEmail('stolen'), first.token);
    const second = await steal(first);
    await setPayment(newEmail('stolen'), second.token);
    await close();
    await press('undo', first.undo);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('keeps a payment email that an admin has set since', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await close();
    const [row] = await api.rows('select version from affiliates where id = $1', [ada.id]);
    const told = newEmail('told');
    const terms = { payout_email: told, no_minimum: false, version: row?.version };
    await api.call('PUT', `/api/affiliates/${ada.id}/payout`, terms, { token: admin });
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toMatchObject({
      payment: told,
      payouts: [{ state: 'proposed', email: told }],
    });
  });

  test('sees the payout of a month that closes at the same time', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await Promise.all([close(), press('undo', thief.undo)]);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('makes an affiliate who left a member again', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    await api.call('POST', '/api/affiliates/leave', { email: thief.email }, { token: thief.token });
    await press('undo', thief.undo);
    const rows = await api.rows(
      'select left_at, date_activated is not null as active from affiliates where id = $1',
      [ada.id],
    );
    expect(rows).toEqual([{ left_at: null, active: true }]);
  });

  test('creates a deleted account again', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    await setPayment(newEmail('stolen'), thief.token);
    const body = { email: thief.email };
    expect((await api.call('POST', '/api/account/delete', body, { token: thief.token })).status).toBe(204);
    await close();
    expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
    await changeAccount(ada.uid, { password });
    expect(await canSignIn(ada.email, password)).toBe(true);
    expect(await stateOf(ada)).toMatchObject({ payment: ownPayment, payouts: [{ email: ownPayment }] });
  });

  test('gives back the affiliate that another account of the thief owns now', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const body = { email: thief.email };
    expect((await api.call('POST', '/api/account/delete', body, { token: thief.token })).status).toBe(204);
    const second = await newConfirmedAccount(thief.email);
    const stolen = newEmail('stolen');
    expect((await setPayment(stolen, second.token)).status).toBe(200);
    const warning = (await mailsTo(api.rows, ada.email)).find(({ kind }) => kind === 'payment-email-changed');
    expect(renderStored(warning).text).toContain('#undo=');
    await close();
    await payoutCall('approve', { ids: await payoutsOf(ada) });
    expect(await stateOf(ada)).toMatchObject({ payouts: [{ state: 'approved', email: stolen }] });
    expect((await press('undo', thief.undo)).status).toBe(200);
    expect(await stateOf(ada)).toEqual({
      payment: ownPayment,
      payouts: [{ state: 'proposed', email: ownPayment, approved_by: null }],
    });
    expect(
      await api.rows('select owner_uid, email, left_at from affiliates where id = $1', [ada.id]),
    ).toEqual([{ owner_uid: ada.uid, email: ada.email, left_at: null }]);
    expect((await setPayment(newEmail('stolen'), second.token)).status).toBe(404);
    expect(
      await api.rows(
        "select before, after from audit_log where action = 'affiliate.address' and entity_id = $1 order by at desc limit 1",
        [ada.id],
      ),
    ).toEqual([{ before: { email: thief.email, owner_uid: second.uid }, after: { email: ada.email } }]);
  });

  test.each([
    ['the owner', ownPayment],
    ['nobody', null],
  ])('restores the payment email of %s after a thief set one before the request', async (_, earlier) => {
    const ada = await newAda(null);
    if (earlier !== null)
      await api.rows(
        `insert into payout_email_changes (id, affiliate_id, email, changed_by, changed_at)
           values (gen_random_uuid(), $1, $2, $3, now() - interval '8 days')`,
        [ada.id, earlier, ada.uid],
      );
    await setPayment(newEmail('stolen'), ada.token);
    const thief = await steal(ada);
    await close();
    await payoutCall('approve', { ids: await payoutsOf(ada) });
    await press('undo', thief.undo);
    expect(await stateOf(ada)).toEqual({
      payment: earlier,
      payouts: [{ state: 'proposed', email: earlier, approved_by: null }],
    });
  });

  test('is not blocked by an unconfirmed affiliate with the old address and a sale', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const squatter = await newAccount(ada.email);
    const answer = await apply(squatter);
    const { id } = z.object({ id: z.string() }).parse(answer.body);
    const purchase = await fixtures(api.rows).purchase({ affiliate_id: id, affiliate_code: 'ada' });
    for (let presses = 0; presses < 2; presses += 1)
      expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
    const placeholder = `taken-${id}@mail.invalid`;
    expect(
      await api.rows('select id, email from affiliates where id in ($1, $2) order by id', [ada.id, id]),
    ).toEqual(
      [
        { id: ada.id, email: ada.email },
        { id, email: placeholder },
      ].toSorted((left, right) => left.id.localeCompare(right.id)),
    );
    expect(await api.rows('select affiliate_id from purchases where id = $1', [purchase])).toEqual([
      { affiliate_id: id },
    ]);
    expect(
      await api.rows(
        "select before, after from audit_log where action = 'affiliate.address' and entity_id = $1",
        [id],
      ),
    ).toEqual([{ before: { email: ada.email }, after: { email: placeholder } }]);
  });

  test('is not blocked by an unconfirmed account with the old address', async () => {
    const ada = await newAda();
    const thief = await steal(ada);
    const squatter = await newAccount(ada.email);
    expect((await apply(squatter)).status).toBe(201);
    expect(await press('undo', thief.undo)).toMatchObject({ status: 200, body: { email: ada.email } });
    expect(await api.rows('select id from affiliates where lower(email) = lower($1)', [ada.email])).toEqual([
      { id: ada.id },
    ]);
  });
});
