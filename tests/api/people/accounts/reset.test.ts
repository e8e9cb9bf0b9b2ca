import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  canSignIn,
  changeAccount,
  deleteAccount,
  mailedCode,
  newAccount,
  unsignedToken,
} from '../../accounts.ts';
import { type Api, emulatedIdentity, startApi } from '../../harness.ts';
import { unique } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ identity: emulatedIdentity() });
});
afterAll(() => api.close());

const validate = (token: string) =>
  api.call('GET', `/api/auth/validate-reset-token/${encodeURIComponent(token)}`);
const reset = (token: unknown, newPassword: unknown) =>
  api.call('POST', '/api/auth/reset-password', { token, newPassword });
const newPassword = () => `new one ${unique()}`;

const invalidValidation = { valid: false, email: null, error: 'Invalid or expired reset link.' };
const refused = (code: string, error: string) => ({ status: 422, body: { success: false, code, error } });
const refusedReset = refused('reset-link-invalid', 'Invalid or expired reset link.');

describe('a mailed link', () => {
  test('sets the new password only once', async () => {
    const account = await newAccount();
    const code = await mailedCode(account);
    const [first, second] = [newPassword(), newPassword()];
    const answer = await reset(code, first);
    expect([answer.status, answer.body]).toEqual([200, { success: true, error: null }]);
    expect(await canSignIn(account.email, first)).toBe(true);
    expect(await canSignIn(account.email, 'kithbook')).toBe(false);
    expect((await validate(code)).body).toEqual(invalidValidation);
    expect(await reset(code, second)).toMatchObject(refusedReset);
    expect(await canSignIn(account.email, second)).toBe(false);
  });

  test('sets only one of ten concurrent passwords', async () => {
    const account = await newAccount();
    const code = await mailedCode(account);
    const passwords = Array.from({ length: 10 }, newPassword);
    const answers = await Promise.all(passwords.map((password) => reset(code, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(422)]);
    const savedPassword = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await canSignIn(account.email, savedPassword)).toBe(true);
  });

  test('ends the sessions that began before the reset', async () => {
    const account = await newAccount();
    const earlier = Math.floor(Date.now() / 1_000) - 60;
    const token = unsignedToken(account.uid, { email: account.email, auth_time: earlier });
    await changeAccount(account.uid, { validSince: String(earlier) });
    const write = () => api.call('POST', '/api/affiliates', {}, { token });
    expect((await write()).status).toBe(422);
    expect((await reset(await mailedCode(account), newPassword())).status).toBe(200);
    expect((await write()).status).toBe(401);
  });

  test.each([' ÄÖÜ 李 👩‍👩‍👧  '])('sets the password %j without changing it', async (typed) => {
    const account = await newAccount();
    expect((await reset(await mailedCode(account), typed)).status).toBe(200);
    expect(await canSignIn(account.email, typed)).toBe(true);
    if (typed.trim() !== typed) expect(await canSignIn(account.email, typed.trim())).toBe(false);
  });

  test('stays valid if the password is rejected', async () => {
    const account = await newAccount();
    const code = await mailedCode(account);
    const short = refused('new-password-too-short', 'Password must be at least 6 characters long.');
    const message = 'This password is too common. Please choose another.';
    const common = refused('password-common', message);
    for (const password of ['', '12345', undefined, null, 123456])
      expect(await reset(code, password)).toMatchObject(short);
    for (const password of ['123456', 'password', 'QWERTY123', 'ILoveYou'])
      expect(await reset(code, password)).toMatchObject({
        ...common,
        body: { ...common.body, fields: [{ field: 'newPassword', message }] },
      });
    for (const password of ['x'.repeat(4_097), 'half \ud83d of a pair'])
      expect(await reset(code, password)).toMatchObject({
        status: 422,
        body: { success: false, code: 'invalid', fields: [{ field: 'newPassword' }] },
      });
    expect((await validate(code)).body).toMatchObject({ valid: true });
    expect(await canSignIn(account.email, 'kithbook')).toBe(true);
  });
});

describe('an invalid link always gets the same answer', () => {
  const codes: [string, () => Promise<string>][] = [
    ['unknown', () => Promise.resolve('nonsense')],
    ['with non-ASCII characters and a NUL', () => Promise.resolve('李\0\n"')],
    ['of a mail that confirms an address', async () => mailedCode(await newAccount(), 'VERIFY_EMAIL')],
    [
      'of an account that is gone',
      async () => {
        const account = await newAccount();
        const code = await mailedCode(account);
        await deleteAccount(account.token);
        return code;
      },
    ],
  ];
  test.each(codes)('%s', async (what, make) => {
    const code = await make();
    expect(await reset(code, newPassword())).toMatchObject(refusedReset);
    // The emulator looks at the account only when the password is set.
    if (what !== 'of an account that is gone')
      expect(await validate(code)).toMatchObject({ status: 200, body: invalidValidation });
  });

  test('empty or missing', async () => {
    for (const token of ['', undefined, null, 7, ['x']])
      expect(await reset(token, newPassword())).toMatchObject(refusedReset);
  });
});
