import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import { signIn } from '../../accounts.ts';
import { asMachine } from '../../people/profiles/service.ts';
import { createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

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
      ['GET', '/api/user-profiles'],
      ['PUT', '/user-profiles/user/seed-ada/upsert'],
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
    expect((await instance.call('GET', '/api/customers')).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('the public calls and those of machines succeed', async () => {
    const instance = await start();
    expect((await instance.call('POST', '/api/customers', { email: newEmail() })).status).toBe(201);
    expect((await instance.call('GET', '/api/affiliates/validate/ada0001')).body).toEqual({ valid: true });
    expect((await instance.call('GET', '/api/health')).status).toBe(200);
    expect((await instance.call('GET', '/api/user-profiles/user/seed-ada')).status).toBe(200);
    expect((await instance.call('GET', '/api/user-profiles', undefined, asMachine())).status).toBe(200);
    expect((await instance.call('POST', '/api/referral', { code: 'ada0001' })).status).toBe(204);
  });
});
