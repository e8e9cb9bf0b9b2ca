import { expect, onTestFinished, test } from 'vitest';
import type { PayPalSettings } from '../../../stack/paypal/simulator-context.ts';
import type { Settings } from '../../../stack/settings.ts';
import { projectId } from '../provided.ts';
import {
  catcher,
  examine,
  expectOnlyWrong,
  postgres,
  reportLines,
  simulated,
  site,
  siteUrl,
  startDoctorEnvironment,
} from './doctor-environment.ts';

startDoctorEnvironment();

test('the doctor finds no problem in a correct environment, and lists the checks that cannot run', async () => {
  const { code, text } = await examine();
  expect(reportLines(text, 'WRONG'), text).toEqual([]);
  expect(code).toBe(0);
  for (const good of [
    `site: ${siteUrl} and its database answer`,
    'database: answers',
    'migrations: all ',
    'triggers: all ',
    'PayPal credentials: are accepted',
    'PayPal merchant id: ',
    'PayPal plan: is active',
    'PayPal webhook: sends every needed event',
    'PayPal Transaction Search: answers',
    'PayPal Disputes: answers',
    'PayPal events: all 0 events of the last 3 days',
    `Firebase: ${projectId} answers`,
    'Firebase: there is an admin',
    `mail: ${new URL(catcher.smtpUrl).host} accepts the login`,
  ])
    expect(text).toContain(`  good   ${good}`);
  expect(reportLines(text, '?').map((line) => line.slice(9).split(':')[0])).toEqual(['Firebase', 'releases']);
});

test.each<[string, Settings, string]>([
  ['a wrong secret', { PAYPAL_CLIENT_SECRET: 'another' }, 'PayPal credentials: 127.0.0.1'],
  ['an unknown plan', { PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-OTHER' }, 'PayPal plan: is unknown at PayPal'],
  ['an unknown webhook', { PAYPAL_WEBHOOK_ID: 'WH-OTHER' }, 'PayPal webhook: is unknown at PayPal'],
  ["another account's merchant id", { PAYPAL_MERCHANT_ID: 'ZZZZZZZZZZZZZ' }, "and the app's account is"],
  ['an e-mail address as merchant id', { PAYPAL_MERCHANT_ID: 'me@mail.example' }, 'is not 13 capitals'],
])('the doctor finds %s', async (_case, changes, text) => {
  await expectOnlyWrong(text, changes);
});

test.each<[string, Partial<PayPalSettings>, string]>([
  ['a plan of another price', { annualPlanPriceCents: 39_99 }, 'PayPal plan: costs 39.99 USD. Create a plan'],
  ['a webhook for another site', { webhookUrl: 'https://old.example/hook' }, 'sends to https://old.example'],
  [
    'a webhook without some events',
    { webhookEvents: ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED'] },
    'does not send CHECKOUT.PAYMENT-APPROVAL.REVERSED, PAYMENT.CAPTURE.PENDING, PAYMENT.CAPTURE.DECLINED',
  ],
  [
    'an app without Transaction Search',
    { features: ['disputes'] },
    'PayPal Transaction Search: is refused (/v1/reporting/transactions answered 403',
  ],
])('the doctor finds %s', async (_case, changes, text) => {
  const before = { ...simulated };
  onTestFinished(() => {
    for (const name of Object.keys(changes)) Reflect.deleteProperty(simulated, name);
    Object.assign(simulated, before);
  });
  Object.assign(simulated, changes);
  await expectOnlyWrong(text);
});

test.each([
  ['MAIL_URL', 'mails wait'],
  ['MAIL_WEBHOOK_SECRET', 'bounces and complaints are not noticed'],
])('the doctor advises to set a missing %s, because %s', async (setting, consequence) => {
  const { code, text } = await examine({ [setting]: '' });
  expect(code).toBe(0);
  expect(text).toContain(`  advice mail: ${setting} is not set: ${consequence}.`);
});

test('the doctor finds a mail server that refuses the login, and does not print the password', async () => {
  catcher.set({ isLoginRefused: true });
  onTestFinished(() => {
    catcher.set({ isLoginRefused: false });
  });
  await expectOnlyWrong('refuses the login (Invalid login: 535 Authentication failed');
  expect((await examine()).text).not.toContain('mail-password');
});

test('the doctor finds a failing health check', async () => {
  site.health = { status: 'failing' };
  onTestFinished(() => {
    site.health = { status: 'ok' };
  });
  await expectOnlyWrong('/api/health answers');
});

test('the doctor advises to turn JIT off where the migrations could not', async () => {
  // A copied database has the default of the server, as after a restore.
  expect((await examine()).text).toContain('JIT is on');
});

const migrations = 'drizzle.__drizzle_migrations';
function trigger(verb: string) {
  return `alter table commission_entries ${verb} trigger commission_entries_append_only`;
}

test.each([
  [
    'a missing migration',
    `create table last_migration as select * from ${migrations} order by created_at desc limit 1;
     delete from ${migrations} where created_at = (select created_at from last_migration)`,
    `insert into ${migrations} select * from last_migration`,
    'migrations: 1 are not applied. Run: npm run db:migrate',
  ],
  [
    'a migration that was changed after it was applied',
    `update ${migrations} set hash = hash || 'x' where id = 1`,
    `update ${migrations} set hash = rtrim(hash, 'x')`,
    'migrations: 1 were changed after they were applied',
  ],
  [
    'a disabled trigger',
    trigger('disable'),
    trigger('enable'),
    'missing or disabled: commission_entries.commission_entries_append_only.',
  ],
])('the doctor finds %s', async (_case, change, revert, text) => {
  onTestFinished(async () => {
    await postgres.rows(revert);
  });
  await postgres.rows(change);
  await expectOnlyWrong(text);
});

const password = crypto.randomUUID();

test.each([
  ['the database address is malformed', `postgres://keeper:pass#${password}@127.0.0.1:9/site`],
  ['the password cannot be decoded', `postgres://keeper:%zz${password}@127.0.0.1:9/site`],
])('the doctor’s report contains no secret if %s', async (_case, DATABASE_URL) => {
  const secrets = {
    DATABASE_URL,
    PAYPAL_CLIENT_SECRET: `payment ${crypto.randomUUID()}`,
    PROFILE_SERVICE_SECRET: `service ${crypto.randomUUID()}`,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ project_id: 'other', private_key: 'the-private-key-text' }),
  };
  const { text } = await examine({
    ...secrets,
    PAYPAL_API_URL: `http://127.0.0.1:9/${encodeURIComponent(secrets.PAYPAL_CLIENT_SECRET)}`,
    FIREBASE_AUTH_EMULATOR_HOST: '',
  });
  expect(reportLines(text, 'WRONG').length, text).toBeGreaterThan(1);
  for (const secret of [...Object.values(secrets), password, 'the-private-key-text'])
    expect(text).not.toContain(secret);
});
