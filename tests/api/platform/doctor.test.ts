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
    'settings: are complete',
    `site: ${siteUrl} and its database answer`,
    'database: answers, and has all migrations',
    'PayPal: accepts the credentials',
    'PayPal: has the plan',
    'PayPal: sends every needed event',
    'PayPal: lists transactions, and PAYPAL_MERCHANT_ID is right',
    'PayPal: lists disputes',
    `Firebase: ${projectId} answers`,
    'Firebase: has an admin',
    `mail: ${new URL(catcher.smtpUrl).host} accepts the login`,
  ])
    expect(text).toContain(`  good   ${good}`);
  expect(reportLines(text, '?').map((line) => line.slice(9).split(':')[0])).toEqual([
    'database',
    'DNS of mails',
    'releases',
  ]);
});

test('the doctor skips the checks that need a missing setting', async () => {
  const { code, text } = await examine({ DATABASE_URL: '', PAYPAL_WEBHOOK_ID: '' });
  expect(code).toBe(1);
  expect(reportLines(text, 'WRONG')).toHaveLength(2);
  expect(text).toContain('  ?      database: DATABASE_URL is missing');
  expect(text).toContain('  ?      PayPal: PAYPAL_WEBHOOK_ID is missing');
});

test.each<[string, Settings, string]>([
  ['a wrong secret', { PAYPAL_CLIENT_SECRET: 'another' }, '/v1/oauth2/token answered 401. Copy PUBLIC'],
  ['an unknown plan', { PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-OTHER' }, 'does not know the plan'],
  ['an unknown webhook', { PAYPAL_WEBHOOK_ID: 'WH-OTHER' }, 'does not know the webhook'],
  ["another account's merchant id", { PAYPAL_MERCHANT_ID: 'ZZZZZZZZZZZZZ' }, 'names the account'],
  ['an invalid sender', { MAIL_FROM: 'a@kithbook.test, b@kithbook.test' }, 'exactly one email address'],
])('the doctor finds %s', async (_case, changes, text) => {
  await expectOnlyWrong(text, changes);
});

test.each<[string, Partial<PayPalSettings>, string]>([
  [
    'a plan of another price',
    { annualPlanPriceCents: 39_99 },
    'fixed_price.cents: Invalid input: expected 4999',
  ],
  [
    'a webhook for another site',
    { webhookUrl: 'https://old.example/hook' },
    'sends events to https://old.example',
  ],
  [
    'a webhook without some events',
    { webhookEvents: ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED'] },
    'does not send the events CHECKOUT.PAYMENT-APPROVAL.REVERSED, PAYMENT.CAPTURE.PENDING, ',
  ],
  [
    'an app without Transaction Search',
    { features: ['disputes'] },
    'refuses a feature (/v1/reporting/transactions answered 403',
  ],
  [
    'an app without Disputes',
    { features: ['transaction-search'] },
    'refuses a feature (/v1/customer/disputes',
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

test('the doctor advises to set missing settings of mail', async () => {
  const { code, text } = await examine({ MAIL_URL: '', MAIL_WEBHOOK_SECRET: '' });
  expect(code).toBe(0);
  for (const setting of ['MAIL_URL', 'MAIL_WEBHOOK_SECRET'])
    expect(text).toContain(`  advice settings: ${setting} is not set, so mails wait`);
});

test('the doctor finds a mail server that refuses the login, and does not print the password', async () => {
  catcher.set({ isLoginRefused: true });
  onTestFinished(() => {
    catcher.set({ isLoginRefused: false });
  });
  await expectOnlyWrong('mail: Invalid login: 535 Authentication failed');
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
  expect((await examine()).text).toContain('has JIT');
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
    'database: Migrations are missing. Run: npm run db:migrate',
  ],
  [
    'a disabled trigger',
    trigger('disable'),
    trigger('enable'),
    'the trigger commission_entries_append_only is missing or off',
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
  ['nobody answers at the database address', `postgres://keeper:${password}@127.0.0.1:9/site`],
  ['the database address is malformed', `postgres://keeper:pass#${password}@127.0.0.1:9/site`],
  ['the password cannot be decoded', `postgres://keeper:%zz${password}@127.0.0.1:9/site`],
  ['the database address names no database', `postgres://keeper:${password}@127.0.0.1`],
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
