import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeAccount, mailedCode, newConfirmedAccount, unsignedToken } from '../../accounts.ts';
import { newEmail, unique } from '../../factories.ts';
import { type Api, emulatedIdentity, startApi } from '../../harness.ts';
import { cookieOf, newBuyer } from './new-buyer.ts';

let api: Api;
beforeAll(async () => {
  // Asks Firebase with each call.
  api = await startApi({ identity: emulatedIdentity() });
});
afterAll(() => api.close());

const password = 'kithbook';
const scene = async () => {
  const account = await newConfirmedAccount();
  await newBuyer(api.rows, account.email);
  const { token } = account;
  const opened = await api.call('POST', '/api/portal/account', undefined, { token });
  const cookie = cookieOf(opened.headers);
  const list = async () =>
    (await api.call('GET', '/api/portal/purchases', undefined, { headers: { cookie } })).status;
  expect(await list()).toBe(200);
  return { ...account, list };
};

test.each<[string, (account: { uid: string; email: string; token: string }) => Promise<unknown>]>([
  [
    'a new password',
    ({ token }) =>
      api.call(
        'PUT',
        '/api/account/password',
        { currentPassword: password, newPassword: `new one ${unique()}` },
        { token },
      ),
  ],
  [
    'a reset password',
    async (account) =>
      api.call('POST', '/api/auth/reset-password', {
        token: await mailedCode(account),
        newPassword: `new one ${unique()}`,
      }),
  ],
  [
    'a sign-out everywhere',
    ({ token }) => api.call('POST', '/api/account/sessions/end', undefined, { token }),
  ],
  ['a disabled account', ({ uid }) => changeAccount(uid, { disableUser: true })],
  ['a deleted account', ({ email, token }) => api.call('POST', '/api/account/delete', { email }, { token })],
  ['another address', ({ uid }) => changeAccount(uid, { email: newEmail('moved') })],
  [
    'revoked sessions at Firebase',
    ({ uid }) => changeAccount(uid, { validSince: String(Math.floor(Date.now() / 1_000) + 1) }),
  ],
])('a session that an account opened ends with %s', async (_name, end) => {
  const account = await scene();
  await end(account);
  expect(await account.list()).toBe(401);
});

test('an account needs a sign-in of the last ten minutes to open a session', async () => {
  const { uid, email } = await newConfirmedAccount();
  const earlier = Math.floor(Date.now() / 1_000) - 57 * 60;
  await changeAccount(uid, { validSince: String(earlier) });
  const token = unsignedToken(uid, { email, email_verified: true, auth_time: earlier });
  expect(await api.call('POST', '/api/portal/account', undefined, { token })).toMatchObject({
    status: 401,
    body: { code: 'sign-in-again' },
  });
});
