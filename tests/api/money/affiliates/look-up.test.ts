import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount, newConfirmedAccount, signIn, unsignedToken } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const lookUp = (email: string, token: string) =>
  api.call('GET', `/api/affiliates/email/${encodeURIComponent(email)}`, undefined, { token });
const notFound = {
  status: 404,
  body: {
    error: 'Affiliate not found',
    code: 'affiliate-not-found',
    requestId: expect.any(String) as string,
  },
};

describe('a user', () => {
  test('finds their own affiliate in any letter case', async () => {
    const { email, token } = await newConfirmedAccount();
    const { id, code } = await newAffiliate(api.rows, { email });
    for (const typed of [email, email.toUpperCase(), ` ${email} `])
      expect(await lookUp(typed, token)).toMatchObject({
        status: 200,
        body: { id, email, code, date_activated: '2025-01-01T00:00:00.000Z', email_confirmed: true },
      });
  });

  test.each([
    ['Kelvin sign', 'k', '\u212A'],
    ['dotted capital I', 'i', '\u0130'],
  ])(
    'does not find an affiliate whose email equals theirs only after lowercasing a %s',
    async (_what, plain, odd) => {
      const { email } = await newAffiliate(api.rows, { email: newEmail('kim') });
      const { uid } = await newAccount();
      const token = unsignedToken(uid, { email: email.replace(plain, odd), email_verified: true });
      expect(await lookUp(email, token)).toMatchObject(notFound);
      expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([]);
      expect((await api.call('GET', '/api/affiliates/payout', undefined, { token })).status).toBe(404);
    },
  );

  test('finds an admin’s affiliate with a confirmed email only, and their own application always', async () => {
    const [unconfirmed, confirmed, applied] = [
      await newAccount(),
      await newConfirmedAccount(),
      await newAccount(),
    ];
    for (const { email } of [unconfirmed, confirmed, applied]) {
      const { id } = await newAffiliate(api.rows, { email });
      await api.rows("update affiliates set referred_by = 'friend@mail.example' where id = $1", [id]);
    }
    await api.rows('update affiliates set owner_uid = $2 where email = $1', [applied.email, applied.uid]);
    const lookUpStatus = async ({ email, token }: { email: string; token: string }) => {
      const { status, body } = await lookUp(email, token);
      const listed = await api.call('GET', '/api/affiliates', undefined, { token });
      expect(listed.body).toEqual(status === 200 ? [body] : []);
      return status;
    };
    expect(await lookUpStatus(unconfirmed)).toBe(404);
    expect(await lookUpStatus(confirmed)).toBe(200);
    expect(await lookUpStatus(applied)).toBe(200);
  });

  test('gets the same answer for another user’s affiliate, a missing affiliate and an invalid email', async () => {
    const { email, token } = await newAccount();
    const other = await newAffiliate(api.rows);
    for (const requested of [
      other.email,
      newEmail(),
      email,
      'ada',
      '%',
      'a\0b@mail.example',
      'a/b@mail.example',
    ])
      expect(await lookUp(requested, token)).toEqual({ ...notFound, headers: expect.anything() as Headers });
  });
});

describe('an admin', () => {
  test('finds every open affiliate', async () => {
    const token = await signIn('admin');
    const { id, email } = await newAffiliate(api.rows, { activeFrom: null });
    expect(await lookUp(email.toUpperCase(), token)).toMatchObject({ status: 200, body: { id } });
    await api.rows("update affiliates set closed_at = now(), email = null, name = 'Closed' where id = $1", [
      id,
    ]);
    expect(await lookUp(email, token)).toMatchObject(notFound);
  });
});
