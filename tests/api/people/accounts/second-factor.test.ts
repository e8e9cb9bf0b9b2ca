import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { resetFactor } from '../../../../netlify/commands/reset-factor.ts';
import {
  addSecondFactor,
  changeAccount,
  fetchAccountRecord,
  fetchFactors,
  newAccount,
  newConfirmedAccount,
  signInWith,
} from '../../accounts.ts';
import { newEmail, unique } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';
import { type NeonDatabase, openNeon } from '../../neon.ts';
import { projectId } from '../../provided.ts';

let api: Api;
let database: NeonDatabase;
beforeAll(async () => {
  database = await openNeon();
  api = await startApi({ settings: { isSecondFactorRequired: true } });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const customers = (token: string) => api.call('GET', '/api/customers', undefined, { token });
const auditOf = 'select action, actor_id, after from audit_log where entity_id = $1 order by at';

test('a role counts after a sign-in with the code of the app, and the owner hears of the new factor', async () => {
  const account = await newConfirmedAccount();
  await changeAccount(account.uid, { customAttributes: '{"admin":true}' });
  expect(await customers(account.token)).toMatchObject({ status: 403 });
  const token = await addSecondFactor(account);
  expect((await customers(token)).status).toBe(200);
  expect((await api.call('POST', '/api/account/second-factor', undefined, { token })).body).toEqual({
    has_factor: true,
  });
  const [mail] = await mailsTo(api.rows, account.email);
  expect(renderStored(mail).subject).toMatch(/^Two-step sign-in is on, /);
  expect(await api.rows(auditOf, [account.uid])).toEqual([
    { action: 'account.second-factor', actor_id: account.uid, after: { second_factor: true } },
  ]);
});

test('an admin without the code of the app reads the reason, and no visitor’s answer', async () => {
  const account = await newConfirmedAccount();
  await changeAccount(account.uid, { customAttributes: '{"admin":true}' });
  const token = await signInWith(account.email);
  const reason = { status: 403, body: { code: 'second-factor-required' } };
  const application = { name: 'Ada', email: newEmail(), code: `ada${unique()}` };
  expect(await api.call('GET', '/api/affiliates?limit=50', undefined, { token })).toMatchObject(reason);
  expect(await api.call('POST', '/api/affiliates', application, { token })).toMatchObject(reason);
  expect(await api.call('POST', '/api/customers', { name: 'Ada' }, { token })).toMatchObject(reason);
  // The dashboard shows the own affiliate.
  expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([]);
});

test('nothing is mailed about a second factor to an address that nobody confirmed', async () => {
  const { email, token } = await newAccount();
  expect((await api.call('POST', '/api/account/second-factor', undefined, { token })).status).toBe(200);
  expect(await mailsTo(api.rows, email)).toEqual([]);
});

test('admin:reset-factor removes the factor, ends the sessions, and tells the owner and the audit log', async () => {
  const account = await newConfirmedAccount();
  await changeAccount(account.uid, { customAttributes: '{"admin":true}' });
  await addSecondFactor(account);
  const earlier = Math.floor(Date.now() / 1_000) - 60;
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', new URL(inject('identityUrl')).host);
  const run = (...args: string[]) =>
    resetFactor(args, {
      PUBLIC_FIREBASE_PROJECT_ID: projectId,
      FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
      FIREBASE_SERVICE_ACCOUNT: '',
      DATABASE_URL: database.url,
    });
  expect(await run('nobody-at-all@mail.example')).toMatchObject({ code: 3 });
  expect(await run()).toMatchObject({ code: 2 });
  expect(await run(account.email)).toMatchObject({ code: 0 });
  vi.unstubAllEnvs();
  expect(await fetchFactors(account.uid)).toBe(0);
  expect((await fetchAccountRecord(account.uid)).validSince).toBeGreaterThan(earlier);
  const [mail] = await mailsTo(database.rows, account.email);
  expect(renderStored(mail).subject).toMatch(/^Two-step sign-in is off, /);
  expect(await database.rows(auditOf, [account.uid])).toEqual([
    { action: 'account.reset-factor', actor_id: 'operator', after: { second_factor: false } },
  ]);
});
