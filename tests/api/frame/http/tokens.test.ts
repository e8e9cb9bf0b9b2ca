import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { newCode } from '../../../../src/shared/referral.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { type FakeFirebase, type FirebaseUser, startFakeFirebase } from '../../fake-firebase.ts';
import { newEmail, unique } from '../../factories.ts';
import { forgeries } from './forgeries.ts';
import { createTokens, now, type Tokens, type User } from './tokens.ts';

const projectId = 'kithbook-live';
const fetchSpy = vi.spyOn(globalThis, 'fetch');
let database: TestDatabase;
let firebase: FakeFirebase;
let tokens: Tokens;
let api: Api;
beforeAll(async () => {
  Reflect.deleteProperty(process.env, 'FIREBASE_AUTH_EMULATOR_HOST');
  database = await createTestDatabase();
  firebase = await startFakeFirebase();
  tokens = createTokens(firebase, projectId);
  api = await startApi({ database, identity: firebase.identity(projectId) });
});
beforeEach(() => {
  firebase.calls.length = 0;
});
afterAll(async () => {
  await firebase.close();
  await database.close();
});

function list(token: string) {
  return api.call('GET', '/api/affiliates', undefined, { token });
}
function customers(token: string) {
  return api.call('GET', '/api/customers', undefined, { token });
}
function apply(token: string, { email }: User, to = api) {
  return to.call('POST', '/api/affiliates', { name: 'Token', email, code: newCode(email) }, { token });
}
function lookups() {
  return firebase.calls.filter((call) => call.endsWith(':lookup'));
}
const refused = { status: 401, body: { code: 'sign-in-required' } };
const outage = expect.objectContaining({ dependency: 'identity', outcome: 'failed' }) as unknown;
const unavailable = { status: 503, body: { code: 'service-unavailable' } };

describe('a token that Firebase signed', () => {
  test('reads and writes, each with one request for the user’s record', async () => {
    const user = tokens.newUser();
    const token = tokens.good(user);
    expect(await list(token)).toMatchObject({ status: 200, body: [] });
    expect(lookups()).toHaveLength(1);
    firebase.calls.length = 0;
    expect(await apply(token, user)).toMatchObject({ status: 201, body: { email: user.email } });
    expect(lookups()).toEqual([`identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`]);
    expect(await customers(token)).toMatchObject({ status: 403, body: { code: 'admin-required' } });
  });

  test('makes the caller an admin if the token and the record have the claim, with one request for the record', async () => {
    const token = tokens.good(tokens.newUser({ customAttributes: '{"admin":true}' }), { admin: true });
    expect((await customers(token)).status).toBe(200);
    expect(lookups()).toHaveLength(1);
    const { body } = await list(token);
    expect(Array.isArray(body) && body.length).toBeGreaterThan(1);
    expect(lookups()).toHaveLength(2);
  });

  test('makes nobody an admin if only the token or only the record has the claim', async () => {
    for (const customAttributes of [undefined, '{}', '{"admin":false}', '{"admin":"true"}', '{"admin":1}']) {
      const user = tokens.newUser(customAttributes === undefined ? {} : { customAttributes });
      const token = tokens.good(user, { admin: true });
      expect((await customers(token)).status).toBe(403);
      expect(await list(token)).toMatchObject({ status: 200, body: [] });
    }
    const user = tokens.newUser({ customAttributes: '{"admin":true}' });
    for (const admin of [undefined, false, 'true', 1, [true]])
      expect((await customers(tokens.good(user, { admin }))).status).toBe(403);
  });
});

describe('a read and a write are 401, without a request for the user’s record, with', () => {
  test.each(forgeries)('%s', async (_case, make) => {
    const user = tokens.newUser({ customAttributes: '{"admin":true}' });
    const token = make(user, tokens);
    const before = api.log.length;
    expect(await list(token)).toMatchObject(refused);
    expect(await apply(token, user)).toMatchObject(refused);
    expect(await customers(token)).toMatchObject(refused);
    expect(lookups()).toEqual([]);
    expect(api.log.slice(before)).not.toContainEqual(outage);
  });

  test('no token', async () => {
    expect(await api.call('GET', '/api/affiliates')).toMatchObject(refused);
    expect(await api.call('POST', '/api/affiliates', {})).toMatchObject(refused);
  });

  test('a token in the address or in a cookie', async () => {
    const token = tokens.good(tokens.newUser());
    for (const name of ['access_token', 'token', 'authorization', 'id_token'])
      expect(await api.call('GET', `/api/affiliates?${name}=${token}`)).toMatchObject(refused);
    const headers = { cookie: `__session=${token}; token=${token}` };
    expect(await api.call('GET', '/api/affiliates', undefined, { headers })).toMatchObject(refused);
  });

  test('a token in another scheme, or two', async () => {
    const token = tokens.good(tokens.newUser());
    for (const authorization of [
      token,
      `Token ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, ${token}`,
    ])
      expect(
        await api.call('GET', '/api/affiliates', undefined, { headers: { authorization } }),
      ).toMatchObject(refused);
  });
});

const personalReads = [
  '/api/affiliates',
  '/api/affiliates/payout',
  '/api/affiliates/statements',
  '/api/affiliates/referrals',
  '/api/affiliates/entries',
  '/api/user-profiles',
];

describe('every call for signed-in callers answers 401 to a valid token after', () => {
  const endings: [string, Partial<FirebaseUser>][] = [
    ['it was revoked', { validSince: String(now() + 60) }],
    ['its user was disabled', { disabled: true }],
  ];
  test.each(endings)('%s', async (_case, record) => {
    const user = tokens.newUser({ ...record, customAttributes: '{"admin":true}' });
    for (const token of [tokens.good(user), tokens.good(user, { admin: true })]) {
      expect(await apply(token, user)).toMatchObject(refused);
      expect(await customers(token)).toMatchObject(refused);
    }
    for (const path of personalReads)
      expect(await api.call('GET', path, undefined, { token: tokens.good(user) }), path).toMatchObject(
        refused,
      );
  });

  test('its user was deleted', async () => {
    const user = { uid: `gone${unique()}`, email: newEmail() };
    expect(await apply(tokens.good(user), user)).toMatchObject(refused);
    expect(await customers(tokens.good(user, { admin: true }))).toMatchObject(refused);
    for (const path of personalReads)
      expect(await api.call('GET', path, undefined, { token: tokens.good(user) }), path).toMatchObject(
        refused,
      );
  });
});

describe('while Firebase fails to answer requests for', () => {
  async function duringOutage(host: string, work: () => Promise<void>) {
    // Firebase’s library tries again for seconds.
    const { identity } = limits.timeoutMs;
    Object.assign(limits.timeoutMs, { identity: 500 });
    firebase.down = { host, status: 503 };
    try {
      await work();
    } finally {
      Object.assign(limits.timeoutMs, { identity });
      firebase.down = null;
    }
  }

  test('user records: reads and writes get 503 with Retry-After', async () => {
    await duringOutage('identitytoolkit.googleapis.com', async () => {
      const user = tokens.newUser();
      const answer = await apply(tokens.good(user), user);
      expect(answer).toMatchObject(unavailable);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await list(tokens.good(user))).toMatchObject(unavailable);
    });
  });

  test('its keys: every token gets 503, and tokens work again later', async () => {
    const newProject = 'kithbook-fresh';
    const other = await startApi({ database, identity: firebase.identity(newProject) });
    const user = tokens.newUser();
    const token = tokens.good(user, { aud: newProject, iss: `https://securetoken.google.com/${newProject}` });
    const read = () => other.call('GET', '/api/affiliates', undefined, { token });
    await duringOutage('www.googleapis.com', async () => {
      expect(await read()).toMatchObject(unavailable);
      expect(other.log).toContainEqual(outage);
    });
    expect((await read()).status).toBe(200);
  });
});

test('calls to Firebase use an access token of the service account', async () => {
  expect((await list(tokens.good(tokens.newUser()))).status).toBe(200);
  expect(firebase.grants).toContainEqual(
    expect.objectContaining({ iss: `server@${projectId}.iam.gserviceaccount.com` }),
  );
});

test('only Firebase was called', () => {
  expect(firebase.hosts.length).toBeGreaterThan(0);
  expect([...new Set(firebase.hosts)].sort()).toEqual([
    'identitytoolkit.googleapis.com',
    'oauth2.googleapis.com',
    'www.googleapis.com',
  ]);
  expect(fetchSpy).not.toHaveBeenCalled();
});
