import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  leakedPasswords,
  startLeakedPasswords,
} from '../../../../stack/leaked-passwords/leaked-passwords.ts';
import {
  canSignIn,
  changeAccount,
  mailedCode,
  newAccount,
  newConfirmedAccount,
  unsignedToken,
} from '../../accounts.ts';
import { unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

let api: Api;
let leaks: Awaited<ReturnType<typeof startLeakedPasswords>>;
beforeAll(async () => {
  leaks = await startLeakedPasswords(0);
  api = await startApi({ settings: { leakedPasswordsUrl: leaks.url } });
});
afterAll(async () => {
  await api.close();
  await leaks.close();
});

const [leaked = ''] = leakedPasswords;
const newPassword = () => `new one ${unique()}`;

const change = (token: string, currentPassword: unknown, wanted: unknown) =>
  api.call('PUT', '/api/account/password', { currentPassword, newPassword: wanted }, { token });

const refusal = (code: string, field: string) => ({
  status: 422,
  body: { code, fields: [{ field }] },
});

test('a user changes the password with the current one; all sessions end, and a mail says so', async () => {
  const { uid, email, token } = await newAccount();
  const earlier = Math.floor(Date.now() / 1_000) - 60;
  await changeAccount(uid, { validSince: String(earlier) });
  const stolen = unsignedToken(uid, { email, auth_time: earlier });
  const typed = newPassword();
  expect((await change(token, 'kithbook', typed)).status).toBe(204);
  expect(await canSignIn(email, typed)).toBe(true);
  expect(await canSignIn(email, 'kithbook')).toBe(false);
  expect((await api.call('GET', '/api/account/sessions', undefined, { token: stolen })).status).toBe(401);
  const mails = await mailsTo(api.rows, email);
  expect(mails.map(({ kind }) => kind)).toEqual(['password-changed']);
  expect(renderStored(mails[0])).toMatchObject({
    subject: expect.stringMatching(/^Your password was changed on /) as unknown,
  });
});

test('a wrong current password and the password of another account change nothing', async () => {
  const [{ email, token }, other] = [await newAccount(), await newConfirmedAccount()];
  const typed = newPassword();
  await change(other.token, 'kithbook', typed);
  for (const wrong of ['not this one', typed, '', undefined])
    expect(await change(token, wrong, newPassword())).toMatchObject(
      refusal('password-wrong', 'currentPassword'),
    );
  expect(await canSignIn(email, 'kithbook')).toBe(true);
  expect(await mailsTo(api.rows, email)).toEqual([]);
});

test.each([['characters without a glyph', '\u200b\u3164\u2800'.repeat(4)]])(
  '%s are no password',
  async (_name, blanks) => {
    const { email, token } = await newAccount();
    expect(await change(token, 'kithbook', blanks)).toMatchObject(refusal('password-common', 'newPassword'));
    const code = await mailedCode({ email, token });
    const reset = await api.call('POST', '/api/auth/reset-password', { token: code, newPassword: blanks });
    expect(reset).toMatchObject(refusal('password-common', 'newPassword'));
  },
);

test('a short, a common and a leaked new password are refused before the current one is checked', async () => {
  const { email, token } = await newAccount();
  for (const [typed, code] of [
    ['12345', 'new-password-too-short'],
    ['password', 'password-common'],
    [leaked, 'password-leaked'],
  ] as const)
    expect(await change(token, 'not this one', typed)).toMatchObject(refusal(code, 'newPassword'));
  expect(await canSignIn(email, 'kithbook')).toBe(true);
});

test('the eleventh try of an account in a quarter of an hour is refused, even with the right password', async () => {
  const { email, token } = await newAccount();
  for (let tries = 0; tries < 10; tries += 1)
    expect((await change(token, 'not this one', newPassword())).status).toBe(422);
  expect(await change(token, 'kithbook', newPassword())).toMatchObject({
    status: 429,
    body: { code: 'too-many-requests' },
  });
  expect(await canSignIn(email, 'kithbook')).toBe(true);
  const other = await newAccount();
  expect((await change(other.token, 'kithbook', newPassword())).status).toBe(204);
});

test('a second factor does not keep the owner from changing the password', async () => {
  const { uid, email, token } = await newConfirmedAccount();
  await changeAccount(uid, {
    mfa: { enrollments: [{ mfaEnrollmentId: unique(), phoneInfo: '+16505550101', displayName: 'phone' }] },
  });
  expect(await change(token, 'not this one', newPassword())).toMatchObject({ status: 422 });
  expect((await change(token, 'kithbook', newPassword())).status).toBe(204);
  expect(await canSignIn(email, 'kithbook')).toBe(false);
});

describe('a reset link', () => {
  test('refuses a leaked password without being used up, and mails the owner after the reset', async () => {
    const account = await newAccount();
    const token = await mailedCode(account);
    const reset = (wanted: string) =>
      api.call('POST', '/api/auth/reset-password', { token, newPassword: wanted });
    expect(await reset(leaked)).toMatchObject(refusal('password-leaked', 'newPassword'));
    expect(await mailsTo(api.rows, account.email)).toEqual([]);
    expect((await reset(newPassword())).status).toBe(200);
    expect((await mailsTo(api.rows, account.email)).map(({ kind }) => kind)).toEqual(['password-changed']);
  });
});

describe('the look-up of leaked passwords', () => {
  const digest = hash('sha1', leaked).toUpperCase();
  const look = (prefix: string) => api.call('GET', `/api/auth/leaked-passwords/${prefix}`);

  test('gets five digits of the hash and no more, and leaves out the padding', async () => {
    leaks.prefixes.splice(0);
    const { token } = await newAccount();
    await change(token, 'kithbook', leaked);
    expect(leaks.prefixes).toEqual([digest.slice(0, 5)]);
    expect((await look(digest.slice(0, 5))).body).toEqual({ leaked: [digest.slice(5)], common: [] });
    expect((await look('00000')).body).toEqual({ leaked: [], common: [] });
  });

  test.each(['5baa6', '..%2Fx'])('has nothing at the prefix %s', async (prefix) => {
    expect((await look(prefix)).status).toBe(404);
  });

  test('lets a password pass while the service is down, and the log says so', async () => {
    const down = await startApi({ settings: { leakedPasswordsUrl: 'http://127.0.0.1:9' } });
    const { email, token } = await newAccount();
    const answer = await down.call(
      'PUT',
      '/api/account/password',
      { currentPassword: 'kithbook', newPassword: leaked },
      { token },
    );
    expect(answer.status).toBe(204);
    expect(await canSignIn(email, leaked)).toBe(true);
    expect(down.log).toContainEqual(
      expect.objectContaining({ dependency: 'leaked-passwords', outcome: 'failed' }),
    );
    await down.close();
  });
});
