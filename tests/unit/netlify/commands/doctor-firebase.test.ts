import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../../../netlify/commands/doctor/check.ts';
import { checkFirebase } from '../../../../netlify/commands/doctor/firebase.ts';
import { inspectEnv } from '../../../../src/server/env.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';

const siteUrl = 'https://kithbook.test';

const right = {
  signIn: { email: { enabled: true } },
  authorizedDomains: ['kithbook.test'],
  emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  notification: { sendEmail: { callbackUri: `${siteUrl}/reset-password` } },
  mfa: { providerConfigs: [{ state: 'ENABLED', totpProviderConfig: {} }] },
};
const admin = { email: 'ada@mail.example', customAttributes: '{"admin":true}', mfaInfo: [{}] };

interface Project {
  readonly config?: object;
  readonly users?: readonly object[];
  /** Statuses of the configuration and of the call with the API key. */
  readonly status?: number;
  readonly keyStatus?: number;
}

let project: Project = {};
let server: Server;
beforeAll(async () => {
  server = await serveHandler((request) => {
    const { config, users = [admin], status = 200, keyStatus = 200 } = project;
    if (request.url.endsWith('/config'))
      return Promise.resolve(Response.json({ ...right, ...config }, { status }));
    if (request.url.includes('accounts:batchGet')) return Promise.resolve(Response.json({ users }));
    return Promise.resolve(Response.json({}, { status: keyStatus }));
  }, 0);
});
afterAll(() => closeServer(server));

async function check(changes: Project, settings: Record<string, string> = {}): Promise<string[]> {
  project = changes;
  const all = {
    APP_ENV: 'local',
    PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ADMIN_SECOND_FACTOR: 'required',
    ...settings,
  };
  const environment = { ...inspectEnv(all), problems: [], settings: all, siteUrl, isLocal: false };
  return (await runChecks([checkFirebase], environment)).map(({ state, text }) => `${state}: ${text}`);
}

test('the doctor accepts a Firebase project with the right configuration', async () => {
  expect((await check({})).map((line) => line.slice(0, 4))).toEqual(['good', 'good', 'good']);
});

const account = (project_id: string) =>
  JSON.stringify({ project_id, client_email: 'a', private_key: 'not a key' });

test.each<[string, Project, Record<string, string>?]>([
  ['Email/Password is off', { config: { signIn: {} } }],
  ['nobody can sign up', { config: { client: { permissions: { disabledUserSignup: true } } } }],
  ['email enumeration protection is off', { config: { emailPrivacyConfig: {} } }],
  ['kithbook.test is no authorized domain', { config: { authorizedDomains: ['other.test'] } }],
  ['localhost is an authorized', { config: { authorizedDomains: ['localhost', 'kithbook.test'] } }],
  [
    'Customize action URL',
    { config: { notification: { sendEmail: { callbackUri: 'https://other.test' } } } },
  ],
  ['no authenticator app is allowed', { config: { mfa: {} } }],
  [
    'second factor that their role needs: fin@',
    { users: [{ email: 'fin@', customAttributes: '{"role":"finance"}' }] },
  ],
  ['/v1/projects?key= answers 400', { keyStatus: 400 }],
  ['press Get started', { status: 404 }],
  ['npm run admin:grant', { users: [] }],
  [
    'not of the project kithbook-live',
    {},
    { FIREBASE_AUTH_EMULATOR_HOST: '', FIREBASE_SERVICE_ACCOUNT: account('other') },
  ],
  [
    'new private key',
    {},
    { FIREBASE_AUTH_EMULATOR_HOST: '', FIREBASE_SERVICE_ACCOUNT: account('kithbook-live') },
  ],
])('the doctor says of a Firebase project: %s', async (text, changes, settings) => {
  const lines = await check(changes, settings);
  expect(lines.filter((line) => line.startsWith('WRONG'))).toEqual([expect.stringContaining(text)]);
});
