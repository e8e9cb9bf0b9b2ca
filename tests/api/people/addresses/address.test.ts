import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retentions, sweepRows } from '../../../../src/server/frame/db/sweep-rows.ts';
import {
  canSignIn,
  changeAccount,
  newAccount,
  newConfirmedAccount,
  signInWith,
  unsignedToken,
} from '../../accounts.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { setLongTimeouts } from '../../long-timeouts.ts';
import { kindsTo, mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { linksOf, newAddressChange } from './address-change.ts';

let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  setLongTimeouts();
  database = await createTestDatabase();
  api = await startApi({ database, identity: emulatedIdentity() });
});
afterAll(() => api.close());

const use = (action: 'confirm' | 'undo', token: string) =>
  api.call('POST', `/api/account/address/${action}`, { token });
const invalid = { status: 404, body: { code: 'address-link-invalid' } };
const taken = { status: 409, body: { code: 'address-taken' } };
const password = 'kithbook';

describe('asking for a new address', () => {
  test('mails a link to the new address and a notice to the old one, and changes nothing', async () => {
    const { email, to, confirm } = await newAddressChange(api);
    const [link] = await mailsTo(api.rows, to);
    expect(link?.kind).toBe('address-confirmation');
    expect(renderStored(link).text).toContain(to);
    const [notice] = await mailsTo(api.rows, email);
    expect(notice?.kind).toBe('address-change-requested');
    expect(renderStored(notice).text).not.toContain(to);
    expect(confirm).toMatch(/^[\w-]+\.[\w-]+$/);
    expect([await canSignIn(email, password), await canSignIn(to, password)]).toEqual([true, false]);
  });

  test('answers the same for an address with an account', async () => {
    const other = await newAccount();
    const { to } = await newAddressChange(api, undefined, other.email);
    expect(await kindsTo(api.rows, to)).toEqual(['address-confirmation']);
  });

  test('refuses the current address, and the seventh request in six hours', async () => {
    const account = await newConfirmedAccount();
    const ask = (email: string) =>
      api.call('POST', '/api/account/address', { email }, { token: account.token });
    expect(await ask(account.email.toUpperCase())).toMatchObject({
      status: 422,
      body: { code: 'address-unchanged', fields: [{ field: 'email' }] },
    });
    for (let wish = 0; wish < 6; wish += 1) expect((await ask(newEmail())).status).toBe(202);
    const stranger = newEmail();
    expect((await ask(stranger)).status).toBe(429);
    expect(await mailsTo(api.rows, stranger)).toEqual([]);
  });

  test('is not refused to the owner of an address for which somebody else asks', async () => {
    const stranger = await newConfirmedAccount();
    const to = newEmail('wanted');
    for (let wish = 0; wish < 6; wish += 1) await newAddressChange(api, stranger, to);
    const { token, confirm } = await newAddressChange(api, undefined, to);
    const mails = await kindsTo(api.rows, to);
    expect((await api.call('POST', '/api/account/address', { email: to }, { token })).status).toBe(202);
    expect(await kindsTo(api.rows, to)).toEqual(mails);
    expect(await use('confirm', confirm)).toMatchObject({ status: 200, body: { email: to } });
  });

  test('mails an unconfirmed old address nothing, and the new address alone confirms', async () => {
    const account = await newAccount();
    const to = `x@your-parcel-waits-${unique()}.evil.example`;
    const { confirm } = await newAddressChange(api, account, to);
    expect(await use('confirm', confirm)).toMatchObject({ status: 200, body: { email: to } });
    expect(await mailsTo(api.rows, account.email)).toEqual([]);
    expect(await kindsTo(api.rows, to)).toEqual(['address-confirmation']);
  });

  test('offers the undo to an old address that was confirmed in the meantime', async () => {
    const account = await newAccount();
    const { confirm } = await newAddressChange(api, account);
    await changeAccount(account.uid, { emailVerified: true });
    await use('confirm', confirm);
    expect(await kindsTo(api.rows, account.email)).toEqual(['address-changed']);
  });

  test('replaces an earlier request, and ends its link', async () => {
    const first = await newAddressChange(api);
    const second = await newAddressChange(api, first);
    expect(await use('confirm', first.confirm)).toMatchObject(invalid);
    expect(await use('confirm', second.confirm)).toMatchObject({ status: 200, body: { email: second.to } });
  });
});

describe('the link to the new address', () => {
  test('changes the account, its affiliate and its profile, ends all sessions, and offers the old address to undo it', async () => {
    const account = await newConfirmedAccount();
    const { id } = await newAffiliate(api.rows, { email: account.email });
    await api.rows('insert into user_profiles (id, user_id, email) values (gen_random_uuid(), $1, $2)', [
      account.uid,
      account.email,
    ]);
    const payment = newEmail('payment');
    await api.call('PUT', '/api/affiliates/payout-email', { email: payment }, { token: account.token });
    const { to, confirm } = await newAddressChange(api, account);
    const earlier = Math.floor(Date.now() / 1_000) - 60;
    await changeAccount(account.uid, { validSince: String(earlier) });
    const token = unsignedToken(account.uid, { email: account.email, auth_time: earlier });
    expect((await api.call('GET', '/api/account/sessions', undefined, { token })).status).toBe(200);
    expect(await use('confirm', confirm)).toMatchObject({ status: 200, body: { email: to } });
    expect((await api.call('GET', '/api/account/sessions', undefined, { token })).status).toBe(401);
    expect([await canSignIn(account.email, password), await canSignIn(to, password)]).toEqual([false, true]);
    expect(
      await api.rows('select email, owner_uid, payout_email from affiliates where id = $1', [id]),
    ).toEqual([{ email: to, owner_uid: account.uid, payout_email: payment }]);
    expect(await api.rows('select email from user_profiles where user_id = $1', [account.uid])).toEqual([
      { email: to },
    ]);
    expect(
      await api.rows(
        "select actor_id, before, after from audit_log where action = 'affiliate.address' and entity_id = $1",
        [id],
      ),
    ).toEqual([{ actor_id: account.uid, before: { email: account.email }, after: { email: to } }]);
    expect(await kindsTo(api.rows, account.email)).toContain('address-changed');
    const list = await api.call('GET', '/api/affiliates', undefined, { token: await signInWith(to) });
    expect(list.body).toMatchObject([{ id, email: to }]);
  });

  test('answers a second press the same, and mails nobody twice', async () => {
    const { email, to, confirm } = await newAddressChange(api);
    for (let press = 0; press < 2; press += 1)
      expect(await use('confirm', confirm)).toMatchObject({ status: 200, body: { email: to } });
    expect(await kindsTo(api.rows, email)).toEqual(['address-change-requested', 'address-changed']);
  });

  test('completes a change that stopped between Firebase and the database', async () => {
    const account = await newConfirmedAccount();
    const { id } = await newAffiliate(api.rows, { email: account.email });
    const { to, confirm } = await newAddressChange(api, account);
    await changeAccount(account.uid, { email: to, emailVerified: true });
    expect(await use('confirm', confirm)).toMatchObject({ status: 200, body: { email: to } });
    expect(await api.rows('select email from affiliates where id = $1', [id])).toEqual([{ email: to }]);
    expect(await kindsTo(api.rows, account.email)).toContain('address-changed');
  });

  test('is refused if an account has taken the address in the meantime, and changes nothing', async () => {
    const { email, to, confirm } = await newAddressChange(api);
    await newAccount(to);
    expect(await use('confirm', confirm)).toMatchObject(taken);
    expect(await canSignIn(email, password)).toBe(true);
  });

  test('is refused if another affiliate has the address, even after Firebase had changed it', async () => {
    const account = await newConfirmedAccount();
    await newAffiliate(api.rows, { email: account.email });
    const { to, confirm } = await newAddressChange(api, account);
    await newAffiliate(api.rows, { email: to });
    expect(await use('confirm', confirm)).toMatchObject(taken);
    await changeAccount(account.uid, { email: to });
    expect(await use('confirm', confirm)).toMatchObject(taken);
    expect([await canSignIn(account.email, password), await canSignIn(to, password)]).toEqual([true, false]);
  });

  test('is refused after a day, with another token, and if the account has a third address', async () => {
    const old = await newAddressChange(api);
    await api.rows("update address_changes set requested_at = now() - interval '25 hours' where id = $1", [
      old.id,
    ]);
    expect(await use('confirm', old.confirm)).toMatchObject(invalid);
    const { uid, confirm, undo } = await newAddressChange(api);
    for (const token of [undo, `${confirm}x`, 'x', ''])
      expect(await use('confirm', token)).toMatchObject(invalid);
    await changeAccount(uid, { email: newEmail('third') });
    expect(await use('confirm', confirm)).toMatchObject(invalid);
  });
});

describe('the link to the old address', () => {
  test('restores the address, ends all sessions, and makes the password useless', async () => {
    const account = await newConfirmedAccount();
    const { id } = await newAffiliate(api.rows, { email: account.email });
    const { to, confirm, undo } = await newAddressChange(api, account);
    expect(await use('undo', undo)).toMatchObject(invalid);
    await use('confirm', confirm);
    const earlier = Math.floor(Date.now() / 1_000) - 60;
    await changeAccount(account.uid, { validSince: String(earlier) });
    const token = unsignedToken(account.uid, { email: to, auth_time: earlier });
    const list = () => api.call('GET', '/api/account/sessions', undefined, { token });
    expect((await list()).status).toBe(200);
    for (let press = 0; press < 2; press += 1)
      expect(await use('undo', undo)).toMatchObject({ status: 200, body: { email: account.email } });
    expect([await canSignIn(account.email, password), await canSignIn(to, password)]).toEqual([false, false]);
    expect(await api.rows('select email from affiliates where id = $1', [id])).toEqual([
      { email: account.email },
    ]);
    expect((await list()).status).toBe(401);
  });

  test('is refused after a week, and if another account has proved the address', async () => {
    const late = await newAddressChange(api);
    await use('confirm', late.confirm);
    await api.rows("update address_changes set completed_at = now() - interval '8 days' where id = $1", [
      late.id,
    ]);
    expect(await use('undo', late.undo)).toMatchObject(invalid);
    const { email, confirm, undo } = await newAddressChange(api);
    await use('confirm', confirm);
    await newConfirmedAccount(email);
    expect(await use('undo', undo)).toMatchObject(taken);
  });
});

test('the sweep deletes changes after two weeks', async () => {
  const { uid, id } = await newAddressChange(api);
  await sweepRows(
    { db: database.db, now: new Date(Date.now() + 13 * 86_400_000) },
    retentions.address_changes,
  );
  expect(await linksOf(api, uid)).toMatchObject({ id });
  await sweepRows(
    { db: database.db, now: new Date(Date.now() + 15 * 86_400_000) },
    retentions.address_changes,
  );
  expect(await api.rows('select 1 from address_changes where uid = $1', [uid])).toEqual([]);
});
