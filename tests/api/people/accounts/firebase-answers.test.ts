import type { Server } from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFirebaseIdentity } from '../../../../src/server/clients/firebase/firebase.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';

interface FirebaseRequest {
  readonly url: string;
  readonly body: unknown;
}

let database: TestDatabase;
let firebase: Server;
let api: Api;
let requests: FirebaseRequest[] = [];
/** Firebase's answer to the next requests. */
let answer: () => Response = () => Response.json({});

const identityAt = (emulatorHost: string | undefined) =>
  createFirebaseIdentity({
    projectId: 'demo-stub',
    apiKey: 'a key&more',
    serviceAccount: undefined,
    emulatorHost,
  });
const hostOf = (server: { address(): unknown }) =>
  `127.0.0.1:${String((server.address() as AddressInfo).port)}`;

beforeAll(async () => {
  database = await createTestDatabase();
  firebase = await serveHandler(async (request) => {
    requests.push({
      url: new URL(request.url).pathname + new URL(request.url).search,
      body: await request.json(),
    });
    return answer();
  }, 0);
  api = await startApi({ database, identity: identityAt(hostOf(firebase)) });
});
afterEach(() => {
  requests = [];
});
afterAll(async () => {
  await closeServer(firebase);
  await database.close();
});

const code = 'the-code';
const newPassword = 'the new password';
const validate = (instance = api) => instance.call('GET', `/api/auth/validate-reset-token/${code}`);
const reset = (instance = api) =>
  instance.call('POST', '/api/auth/reset-password', { token: code, newPassword });
const refuse = (message: string, status = 400) => {
  answer = () => Response.json({ error: { code: status, message } }, { status });
};
const unavailable = { status: 503, body: { code: 'service-unavailable' } };
const lastLine = () => JSON.stringify(api.log.at(-1));

const expectUnavailable = async () => {
  for (const call of [validate, reset]) {
    const result = await call();
    expect(result).toMatchObject(unavailable);
    expect(result.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(lastLine()).not.toContain(code);
    expect(lastLine()).not.toContain(newPassword);
  }
};

test('the API calls Firebase’s REST API with the key, and checks a code without a password', async () => {
  answer = () => Response.json({ email: 'ada@mail.example', requestType: 'PASSWORD_RESET' });
  expect((await validate()).body).toEqual({ valid: true, email: 'ada@mail.example', error: null });
  expect((await reset()).body).toEqual({ success: true, error: null });
  const url = '/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=a%20key%26more';
  expect(requests).toEqual([
    { url, body: { oobCode: code } },
    { url, body: { oobCode: code, newPassword } },
  ]);
});

test('the API calls Firebase itself over TLS if there is no emulator', async () => {
  answer = () => Response.json({ email: 'ada@mail.example', requestType: 'PASSWORD_RESET' });
  const { port } = firebase.address() as AddressInfo;
  const createConnection = vi.spyOn(https.Agent.prototype, 'createConnection');
  createConnection.mockImplementation(() => connect({ host: '127.0.0.1', port }));
  const instance = await startApi({ database, identity: identityAt(undefined) });
  expect((await validate(instance)).body).toMatchObject({ valid: true });
  expect(createConnection.mock.lastCall?.[0]).toMatchObject({
    host: 'identitytoolkit.googleapis.com',
    port: 443,
  });
  createConnection.mockRestore();
});

describe('a link is invalid', () => {
  test.each(['EXPIRED_OOB_CODE', 'INVALID_OOB_CODE', 'INVALID_OOB_CODE : The code is invalid.'])(
    'if Firebase answers %s',
    async (message) => {
      refuse(message);
      expect(await validate()).toMatchObject({ status: 200, body: { valid: false, email: null } });
      expect(await reset()).toMatchObject({
        status: 422,
        body: { code: 'reset-link-invalid', success: false },
      });
    },
  );

  test.each(['VERIFY_EMAIL'])('if it is for %s', async (requestType) => {
    answer = () => Response.json({ email: 'ada@mail.example', requestType });
    expect(await validate()).toMatchObject({ status: 200, body: { valid: false, email: null } });
    expect(await reset()).toMatchObject({ status: 422, body: { code: 'reset-link-invalid' } });
  });
});

test.each(['WEAK_PASSWORD : Password should be at least 6 characters'])(
  'a password that Firebase refuses is 422 with our own text: %s',
  async (message) => {
    refuse(message);
    const error = 'The password does not meet the requirements. Please choose a longer one.';
    expect(await reset()).toMatchObject({
      status: 422,
      body: { code: 'password-refused', error, success: false },
    });
  },
);

test.each([
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 400],
  ['Quota exceeded for quota metric', 429],
])('too many attempts at Firebase are 429 with Retry-After: %s (%i)', async (message, status) => {
  refuse(message, status);
  for (const call of [validate, reset]) {
    const result = await call();
    expect(result).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(result.headers.get('retry-after')).toMatch(/^\d+$/);
  }
});

describe('the answer is 503, and the log does not quote Firebase, if', () => {
  test.each([
    ['its key is refused', 'API key not valid. Please pass a valid API key.', 400, ''],
    ['it quotes the request', `Invalid value ${code} ${newPassword}`, 400, ''],
    ['it fails', 'INTERNAL', 500, ' INTERNAL'],
  ])('%s', async (_what, message, status, word) => {
    refuse(message, status);
    await expectUnavailable();
    expect(lastLine()).toContain(`answered ${String(status)}${word}"`);
  });

  test('it redirects; the redirect is not followed', async () => {
    answer = () =>
      new Response(null, { status: 307, headers: { location: `http://${hostOf(firebase)}/away` } });
    await expectUnavailable();
    expect(requests.map(({ url }) => url)).not.toContain('/away');
  });
});
