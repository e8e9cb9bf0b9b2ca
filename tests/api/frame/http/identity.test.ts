import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createFirebaseIdentity } from '../../../../src/server/clients/firebase/firebase.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { changeAccount, newAccount, signIn, unsignedToken } from '../../accounts.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { newEmail } from '../../factories.ts';

const settings = { apiKey: 'any', serviceAccount: undefined };
let database: TestDatabase;
let api: Api;
let emulator = '';
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, identity: emulatedIdentity() });
  emulator = new URL(inject('identityUrl')).host;
});
afterEach(() => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = emulator;
});
afterAll(() => database.close());

function signUp(instance: Api, token?: string) {
  return instance.call('POST', '/api/customers', { email: newEmail() }, token === undefined ? {} : { token });
}
function customers(instance: Api, token?: string) {
  return instance.call('GET', '/api/customers', undefined, token === undefined ? {} : { token });
}
const refused = { status: 401, body: { code: 'sign-in-required' } };

describe('without configured authentication', () => {
  const text = 'Authentication is not configured.';
  const notConfigured = { status: 503, body: { code: 'auth-not-configured', error: text } };
  const start = () => startApi({ database, identity: unconfiguredIdentity });

  test('every call for signed-in callers is 503 auth-not-configured, with or without a token', async () => {
    const instance = await start();
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
      expect(await instance.call(method, path, body)).toMatchObject(notConfigured);
      expect(await instance.call(method, path, body, { token })).toMatchObject(notConfigured);
    }
    for (const newPassword of ['a new one for nobody', 'password'])
      expect(
        await instance.call('POST', '/api/auth/reset-password', { token: 'sample', newPassword }),
      ).toMatchObject({ ...notConfigured, body: { ...notConfigured.body, success: false } });
    expect((await customers(instance)).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('the public calls succeed', async () => {
    const instance = await start();
    expect((await signUp(instance)).status).toBe(201);
    expect((await instance.call('GET', '/api/affiliates/validate/ada0001')).body).toEqual({ valid: true });
    expect((await instance.call('GET', '/api/health')).status).toBe(200);
    expect((await instance.call('POST', '/api/referral', { code: 'ada0001' })).status).toBe(204);
  });
});

describe('while Firebase is unavailable', () => {
  /** Expects 503 from a Firebase emulator at `host`. Each test has its own project, because firebase-admin caches the first address. */
  async function expectUnavailable(projectId: string, host: string) {
    process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
    const instance = await startApi({
      database,
      identity: createFirebaseIdentity({ ...settings, projectId, emulatorHost: host }),
    });
    const issuer = `https://securetoken.google.com/${projectId}`;
    const token = unsignedToken('seed-admin', { admin: true, aud: projectId, iss: issuer });
    const started = performance.now();
    const answer = await customers(instance, token);
    expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(performance.now() - started).toBeLessThan(8_000);
    expect((await signUp(instance)).status).toBe(201);
  }

  test('because it refuses connections, a call with a token is 503, and a call without a token succeeds', async () => {
    await expectUnavailable('demo-down', '127.0.0.1:9');
  });

  test('because it never answers, a call with a token is 503 within the time limit', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await expectUnavailable('demo-silent', `127.0.0.1:${String((silent.address() as AddressInfo).port)}`);
    silent.close();
  });
});

describe('a token is refused for writes and admin calls', () => {
  test('once its account is disabled', async () => {
    const { uid, token } = await newAccount();
    expect((await signUp(api, token)).status).toBe(201);
    await changeAccount(uid, { disableUser: true });
    expect(await signUp(api, token)).toMatchObject(refused);
    expect(await customers(api, token)).toMatchObject(refused);
  });

  test('once its account’s tokens are revoked', async () => {
    const { uid, token } = await newAccount();
    await changeAccount(uid, { validSince: String(Math.floor(Date.now() / 1_000) + 5) });
    expect(await signUp(api, token)).toMatchObject(refused);
  });

  test('once its account is deleted', async () => {
    expect(await signUp(api, unsignedToken('nobody-at-all'))).toMatchObject(refused);
  });
});

describe('the admin claim of a token after the account lost it', () => {
  const methods = ['GET', 'PUT', 'DELETE'] as const;

  test('is refused at once', async () => {
    const { uid, email } = await newAccount();
    const claim = (admin: boolean) => changeAccount(uid, { customAttributes: JSON.stringify({ admin }) });
    const token = unsignedToken(uid, { admin: true, email });
    await claim(true);
    expect((await customers(api, token)).status).toBe(200);
    await claim(false);
    for (const method of methods) {
      const path = method === 'GET' ? '/api/customers' : `/api/customers/${crypto.randomUUID()}`;
      const answer = await api.call(method, path, method === 'PUT' ? { name: 'x' } : undefined, { token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'admin-required' } });
    }
  });

  test('shows no list of affiliates, and no admin fields of open calls', async () => {
    const { uid, email } = await newAccount();
    const token = unsignedToken(uid, { admin: true, email });
    expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([]);
    const created = await api.call('POST', '/api/customers', { email: newEmail() }, { token });
    expect(created.body).not.toHaveProperty('id');
  });

  test('is refused on calls for all signed-in users too if the account is disabled', async () => {
    const { uid } = await newAccount();
    await changeAccount(uid, { disableUser: true });
    const token = unsignedToken(uid, { admin: true });
    expect(await api.call('GET', '/api/affiliates', undefined, { token })).toMatchObject(refused);
  });
});

test('a new admin claim counts with the next token', async () => {
  const { uid, token, email } = await newAccount();
  expect((await customers(api, token)).status).toBe(403);
  await changeAccount(uid, { customAttributes: JSON.stringify({ admin: true }) });
  const fresh = unsignedToken(uid, { admin: true, email });
  expect((await customers(api, fresh)).status).toBe(200);
});

test('an unsigned token is refused without the emulator', async () => {
  Reflect.deleteProperty(process.env, 'FIREBASE_AUTH_EMULATOR_HOST');
  const projectId = 'kithbook-production';
  const identity = createFirebaseIdentity({ ...settings, projectId, emulatorHost: undefined });
  const instance = await startApi({ database, identity });
  const claims = { admin: true, aud: projectId, iss: `https://securetoken.google.com/${projectId}` };
  expect(await customers(instance, unsignedToken('seed-admin', claims))).toMatchObject(refused);
  expect(await signUp(instance, unsignedToken('seed-admin', claims))).toMatchObject(refused);
});
