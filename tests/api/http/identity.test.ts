import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createFirebaseIdentity } from '../../../src/server/firebase/firebase.ts';
import { unconfiguredIdentity } from '../../../src/server/firebase/identity.ts';
import { changeAccount, newAccount, signIn, unsignedToken } from '../accounts.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../harness.ts';
import { newEmail } from '../mint.ts';

const settings = { apiKey: 'any', serviceAccount: undefined };
let database: TestDatabase;
let api: Api;
let emulator = '';
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database });
  emulator = new URL(inject('identityUrl')).host;
});
afterEach(() => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator;
});
afterAll(() => database.close());

const signUp = (at: Api, token?: string) =>
  at.call('POST', '/api/customers', { email: newEmail() }, token === undefined ? {} : { token });
const customers = (at: Api, token?: string) =>
  at.call('GET', '/api/customers', undefined, token === undefined ? {} : { token });
const refused = { status: 401, body: { code: 'sign-in-required' } };

describe('where authentication is not configured', () => {
  const text = 'Authentication is not configured.';
  const closed = { status: 503, body: { code: 'auth-not-configured', error: text } };
  const start = () => startApi({ database, identity: unconfiguredIdentity });

  test('every call that needs an identity is 503 with that text, token or not', async () => {
    const at = await start();
    const token = await signIn('admin');
    for (const [method, path] of [
      ['GET', '/api/customers'],
      ['PUT', `/api/customers/${crypto.randomUUID()}`],
      ['DELETE', `/api/customers/${crypto.randomUUID()}`],
      ['GET', '/api/affiliates'],
      ['POST', '/api/affiliates'],
      ['GET', '/api/auth/validate-reset-token/sample'],
      ['GET', `/api/auth/validate-reset-token/${'x'.repeat(2_000)}`],
    ] as const) {
      const body = method === 'PUT' ? { name: 'x' } : undefined;
      expect(await at.call(method, path, body)).toMatchObject(closed);
      expect(await at.call(method, path, body, { token })).toMatchObject(closed);
    }
    for (const newPassword of ['a new one for nobody', 'password'])
      expect(
        await at.call('POST', '/api/auth/reset-password', { token: 'sample', newPassword }),
      ).toMatchObject({ ...closed, body: { ...closed.body, success: false } });
    expect((await customers(at)).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('the public calls work', async () => {
    const at = await start();
    expect((await signUp(at)).status).toBe(201);
    expect((await at.call('GET', '/api/affiliates/validate/ada0001')).body).toEqual({ valid: true });
    expect((await at.call('GET', '/api/health')).status).toBe(200);
    expect((await at.call('POST', '/api/referral', { code: 'ada0001' })).status).toBe(204);
  });
});

describe('when the identity provider cannot be asked', () => {
  /** A project of each test's own: the provider's library keeps the first address it was given. */
  const expectUnavailable = async (projectId: string, host: string) => {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
    const at = await startApi({
      database,
      identity: createFirebaseIdentity({ ...settings, projectId, emulatorHost: host }),
    });
    const issuer = `https://securetoken.google.com/${projectId}`;
    const token = unsignedToken('seed-admin', { admin: true, aud: projectId, iss: issuer });
    const started = performance.now();
    const answer = await customers(at, token);
    expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect((await signUp(at)).status).toBe(201);
  };

  test('because nobody listens, a call with a token is 503 and one without works', async () => {
    await expectUnavailable('demo-down', '127.0.0.1:9');
  });

  test('because it never answers, a call with a token is 503 all the same, and soon', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await expectUnavailable('demo-silent', `127.0.0.1:${String((silent.address() as AddressInfo).port)}`);
    silent.close();
  });
});

describe('a token stops working for writes and admin calls', () => {
  test('when its account is disabled', async () => {
    const { uid, token } = await newAccount();
    expect((await signUp(api, token)).status).toBe(201);
    await changeAccount(uid, { disableUser: true });
    expect(await signUp(api, token)).toMatchObject(refused);
    expect(await customers(api, token)).toMatchObject(refused);
  });

  test('when its account’s tokens are revoked', async () => {
    const { uid, token } = await newAccount();
    await changeAccount(uid, { validSince: String(Math.floor(Date.now() / 1_000) + 5) });
    expect(await signUp(api, token)).toMatchObject(refused);
  });

  test('when its account is gone', async () => {
    expect(await signUp(api, unsignedToken('nobody-at-all'))).toMatchObject(refused);
  });
});

describe('an admin claim that the account no longer has', () => {
  const admins = ['GET', 'PUT', 'DELETE'] as const;

  test('is worth nothing from that moment on, though the token still has it', async () => {
    const { uid, email } = await newAccount();
    const claim = (admin: boolean) => changeAccount(uid, { customAttributes: JSON.stringify({ admin }) });
    const token = unsignedToken(uid, { admin: true, email });
    await claim(true);
    expect((await customers(api, token)).status).toBe(200);
    await claim(false);
    for (const method of admins) {
      const path = method === 'GET' ? '/api/customers' : `/api/customers/${crypto.randomUUID()}`;
      const answer = await api.call(method, path, method === 'PUT' ? { name: 'x' } : undefined, { token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'admin-required' } });
    }
  });

  test('opens no list of affiliates and no open call either', async () => {
    const { uid, email } = await newAccount();
    const token = unsignedToken(uid, { admin: true, email });
    expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([]);
    const made = await api.call('POST', '/api/customers', { email: newEmail() }, { token });
    expect(made.body).not.toHaveProperty('id');
  });

  test('of a disabled account is refused even where no record is asked of others', async () => {
    const { uid } = await newAccount();
    await changeAccount(uid, { disableUser: true });
    const token = unsignedToken(uid, { admin: true });
    expect(await api.call('GET', '/api/affiliates', undefined, { token })).toMatchObject(refused);
  });
});

test('the admin claim of the account counts with its next token', async () => {
  const { uid, token, email } = await newAccount();
  expect((await customers(api, token)).status).toBe(403);
  await changeAccount(uid, { customAttributes: JSON.stringify({ admin: true }) });
  const fresh = unsignedToken(uid, { admin: true, email });
  expect((await customers(api, fresh)).status).toBe(200);
});

test('outside the emulator a token that nobody signed is worth nothing', async () => {
  Reflect.deleteProperty(process.env, 'FIREBASE_AUTH_EMULATOR_HOST');
  const projectId = 'kithbook-production';
  const identity = createFirebaseIdentity({ ...settings, projectId, emulatorHost: undefined });
  const at = await startApi({ database, identity });
  const claims = { admin: true, aud: projectId, iss: `https://securetoken.google.com/${projectId}` };
  expect(await customers(at, unsignedToken('seed-admin', claims))).toMatchObject(refused);
  expect(await signUp(at, unsignedToken('seed-admin', claims))).toMatchObject(refused);
});
