import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Environment, runChecks } from '../../../../netlify/commands/doctor/check.ts';
import { checkFirebase } from '../../../../netlify/commands/doctor/firebase.ts';
import { inspectEnv } from '../../../../src/server/env.ts';
import { closeServer, serveHandler } from '../../../../stack/web-server.ts';

const siteUrl = 'https://kithbook.test';

const soundConfig = {
  signIn: { email: { enabled: true, passwordRequired: true } },
  authorizedDomains: ['kithbook.test'],
  emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  notification: { sendEmail: { callbackUri: `${siteUrl}/reset-password` } },
};

const withApps = {
  ...soundConfig,
  mfa: { providerConfigs: [{ state: 'ENABLED', totpProviderConfig: {} }] },
};

const sound = {
  config: soundConfig as object,
  configStatus: 200,
  keyStatus: 200,
  users: [{ customAttributes: '{"admin":true}' }] as object[],
};

let firebase = sound;
let server: Server;
beforeAll(async () => {
  server = await serveHandler((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/config'))
      return Promise.resolve(Response.json(firebase.config, { status: firebase.configStatus }));
    if (pathname.endsWith('accounts:batchGet'))
      return Promise.resolve(Response.json({ users: firebase.users }));
    return Promise.resolve(Response.json({}, { status: firebase.keyStatus }));
  }, 0);
});
afterAll(() => closeServer(server));

/** Runs the check on a Firebase project that differs from `sound`, whose configuration is right. */
const check = async (changes: Partial<typeof sound>, settings: Record<string, string> = {}) => {
  firebase = { ...sound, ...changes };
  const { env } = inspectEnv({
    APP_ENV: 'local',
    PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
    PUBLIC_FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    ...settings,
  });
  const environment = { env, problems: [], siteUrl, isLocal: false } as unknown as Environment;
  return (await runChecks([checkFirebase], environment)).map(({ state, text }) => `${state}: ${text}`);
};

test('the doctor accepts a Firebase project with the right configuration', async () => {
  expect(await check({})).toEqual([
    'good: kithbook-live answers',
    'good: the API key is accepted',
    'good: is configured for the site',
    'good: there is an admin',
  ]);
});

test.each<[string, Partial<typeof sound>, string, Record<string, string>?]>([
  ['sign-in by password that is off', { config: { ...soundConfig, signIn: {} } }, 'Enable Email/Password'],
  [
    'closed sign-up',
    { config: { ...soundConfig, client: { permissions: { disabledUserSignup: true } } } },
    'nobody can sign up',
  ],
  [
    'missing email enumeration protection',
    { config: { ...soundConfig, emailPrivacyConfig: {} } },
    'strangers learn who has an account',
  ],
  [
    'a domain that is not authorized',
    { config: { ...soundConfig, authorizedDomains: ['other.test'] } },
    'kithbook.test is not an authorized domain',
  ],
  [
    'localhost as an authorized domain',
    { config: { ...soundConfig, authorizedDomains: ['localhost', 'kithbook.test'] } },
    'localhost is an authorized domain',
  ],
  [
    'mails that lead elsewhere',
    { config: { ...soundConfig, notification: { sendEmail: { callbackUri: 'https://other.test' } } } },
    'Customize action URL',
  ],
  [
    'a required second factor that the project does not allow',
    { users: [{ customAttributes: '{"admin":true}', mfaInfo: [{}] }] },
    'the project allows no authenticator apps',
    { ADMIN_SECOND_FACTOR: 'required' },
  ],
  [
    'people with a role who have no second factor',
    { config: withApps, users: [{ email: 'fin@mail.example', customAttributes: '{"role":"finance"}' }] },
    'fin@mail.example',
    { ADMIN_SECOND_FACTOR: 'required' },
  ],
  ['a refused API key', { keyStatus: 400 }, 'the API key is refused (400)'],
  ['a project without Authentication', { configStatus: 404 }, 'press Get started'],
  ['a service account without access', { configStatus: 403 }, 'generate a new private key'],
  ['a project without an admin', { users: [] }, 'npm run admin:grant'],
])('the doctor finds %s', async (_case, changes, text, settings) => {
  const lines = await check(changes, settings);
  expect(lines.filter((line) => line.startsWith('wrong'))).toEqual([expect.stringContaining(text)]);
});

test('the doctor finds a service account of another project', async () => {
  const FIREBASE_SERVICE_ACCOUNT = JSON.stringify({
    project_id: 'other',
    client_email: 'a',
    private_key: 'b',
  });
  expect(await check({}, { FIREBASE_AUTH_EMULATOR_HOST: '', FIREBASE_SERVICE_ACCOUNT })).toEqual([
    expect.stringMatching(/^wrong: FIREBASE_SERVICE_ACCOUNT belongs to other/),
  ]);
});
