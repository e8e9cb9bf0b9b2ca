import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exampleSettings } from '../../stack/settings.ts';
import { sharedFunctions } from '../builds/shared-build.ts';
import { type Call, callerOf, createTestDatabase, type TestDatabase } from '../api/harness.ts';
import { forgeries } from '../api/frame/http/forgeries.ts';
import { createTokens, type Tokens } from '../api/frame/http/tokens.ts';
import { type FakeFirebase, startFakeFirebase } from '../api/fake-firebase.ts';

const projectId = 'kithbook-live';
function serviceAccount(privateKey: string) {
  return {
    type: 'service_account',
    project_id: projectId,
    client_email: `server@${projectId}.iam.gserviceaccount.com`,
    private_key: privateKey,
  };
}

let database: TestDatabase;
let firebase: FakeFirebase;
let tokens: Tokens;
let call: Call;
beforeAll(async () => {
  database = await createTestDatabase();
  firebase = await startFakeFirebase();
  tokens = createTokens(firebase, projectId);
  const settings = exampleSettings({
    DATABASE_URL: 'embedded',
    PUBLIC_FIREBASE_PROJECT_ID: projectId,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccount(firebase.privateKey)),
    FIREBASE_AUTH_EMULATOR_HOST: '',
  });
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  Reflect.deleteProperty(process.env, 'FIREBASE_AUTH_EMULATOR_HOST');
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { default: handle } = (await import(
    pathToFileURL(path.join(await sharedFunctions(), 'api.mjs')).href
  )) as {
    default: (request: Request) => Promise<Response>;
  };
  call = callerOf((request) => handle(request));
  // The first call with a token loads firebase-admin, which may take longer than the call's limit on a busy machine.
  await call('GET', '/api/affiliates', undefined, { token: tokens.good(tokens.newUser()) });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await firebase.close();
  await database.close();
});

test('the bundle accepts a token that Firebase signed, and reads an admin’s record with the service account', async () => {
  const token = tokens.good(tokens.newUser({ customAttributes: '{"admin":true}' }), { admin: true });
  const answer = await call('GET', '/api/payouts', undefined, { token });
  expect(answer.status).toBe(200);
  expect(firebase.calls).toContain(`identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`);
  expect(firebase.hosts).toContain('oauth2.googleapis.com');
});

// tests/api/frame/http/tokens.test.ts tests all forgeries on the sources.
test.each(forgeries.slice(0, 4))('the bundle refuses %s', async (_, make) => {
  const token = make(tokens.newUser(), tokens);
  expect((await call('GET', '/api/affiliates', undefined, { token })).status).toBe(401);
});
