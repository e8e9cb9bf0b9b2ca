import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Identity } from '../../../../src/server/frame/context/identity.ts';
import {
  canSignIn,
  changeAccount,
  mailedCode,
  newAccount,
  newConfirmedAccount,
  signInWith,
} from '../../accounts.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { kindsTo } from '../../frame/mail/mail-rows.ts';
import { newAddressChange } from './address-change.ts';

let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database });
});
afterAll(() => api.close());

const press = (action: 'confirm' | 'undo', token: string, at = api) =>
  at.call('POST', `/api/account/address/${action}`, { token });
const invalid = { status: 404, body: { code: 'address-link-invalid' } };
const password = 'kithbook';

/** Presses the link to the new address. `interrupt` runs after the checks, before Firebase gets the address. */
const confirmWhile = async (token: string, interrupt: () => Promise<unknown>) => {
  const identity = emulatedIdentity();
  const setEmail: Identity['changes']['setEmail'] = async (...change) => {
    await interrupt();
    return identity.changes.setEmail(...change);
  };
  const slow = await startApi({
    database,
    identity: { ...identity, changes: { ...identity.changes, setEmail } },
  });
  return press('confirm', token, slow);
};

test.each(['a new password', 'a reset password', 'a sign-out everywhere'])(
  'the link to a new address no longer works after %s in the same second',
  async (withdrawal) => {
    const account = await newConfirmedAccount();
    const { to, confirm } = await newAddressChange(api, account);
    const { token } = account;
    const newPassword = `new one ${unique()}`;
    if (withdrawal === 'a new password')
      await api.call('PUT', '/api/account/password', { currentPassword: password, newPassword }, { token });
    else if (withdrawal === 'a reset password') {
      const code = await mailedCode(account);
      await api.call('POST', '/api/auth/reset-password', { token: code, newPassword });
    } else await api.call('POST', '/api/account/sessions/end', undefined, { token });
    expect(await press('confirm', confirm)).toMatchObject(invalid);
    const typed = withdrawal === 'a sign-out everywhere' ? password : newPassword;
    expect([await canSignIn(account.email, typed), await canSignIn(to, typed)]).toEqual([true, false]);
  },
);

test('the link to a new address ends with a new password at Firebase itself', async () => {
  const account = await newConfirmedAccount();
  const { id, confirm } = await newAddressChange(api, account);
  // Firebase stores the end of sessions in whole seconds.
  await api.rows("update address_changes set requested_at = now() - interval '2 seconds' where id = $1", [
    id,
  ]);
  await changeAccount(account.uid, { password: 'another one' });
  expect(await press('confirm', confirm)).toMatchObject(invalid);
});

test('an unconfirmed address stays unconfirmed when the new one is taken', async () => {
  const account = await newAccount();
  const own = await newAffiliate(api.rows, { email: account.email });
  await api.rows('update affiliates set owner_uid = $1 where id = $2', [account.uid, own.id]);
  const { to, confirm } = await newAddressChange(api, account);
  await newAffiliate(api.rows, { email: to });
  await changeAccount(account.uid, { email: to, emailVerified: true });
  expect((await press('confirm', confirm)).status).toBe(409);
  const token = await signInWith(account.email);
  expect(await api.call('POST', '/api/portal/account', undefined, { token })).toMatchObject({
    body: { code: 'email-unverified' },
  });
});

test('a newer request made while a change completes does not disable the undo link', async () => {
  const { email, to, token, confirm, undo } = await newAddressChange(api);
  const ask = () => api.call('POST', '/api/account/address', { email: newEmail() }, { token });
  expect(await confirmWhile(confirm, ask)).toMatchObject({ status: 200, body: { email: to } });
  expect(await kindsTo(api.rows, email)).toContain('address-changed');
  expect(await press('undo', undo)).toMatchObject({ status: 200, body: { email } });
});

test('the undo link works again after another change completes during the first undo', async () => {
  const first = await newAddressChange(api);
  await press('confirm', first.confirm);
  const thief = { ...first, email: first.to, token: await signInWith(first.to) };
  const second = await newAddressChange(api, thief);
  await confirmWhile(second.confirm, () => press('undo', first.undo));
  expect(await press('undo', second.undo)).toMatchObject(invalid);
  expect(await press('undo', first.undo)).toMatchObject({ status: 200, body: { email: first.email } });
  expect(await press('undo', second.undo)).toMatchObject(invalid);
  await changeAccount(first.uid, { password });
  expect(await canSignIn(first.email, password)).toBe(true);
});

test('a change made after an undo can be undone as well', async () => {
  const first = await newAddressChange(api);
  await press('confirm', first.confirm);
  await press('undo', first.undo);
  await changeAccount(first.uid, { password });
  const owner = { ...first, token: await signInWith(first.email) };
  const second = await newAddressChange(api, owner);
  await press('confirm', second.confirm);
  expect(await press('undo', second.undo)).toMatchObject({ status: 200, body: { email: first.email } });
});
