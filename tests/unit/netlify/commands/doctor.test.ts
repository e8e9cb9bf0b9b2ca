import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { doctor, redactSecrets } from '../../../../netlify/commands/doctor.ts';
import { runChecks } from '../../../../netlify/commands/doctor/check.ts';
import { inspectAddress, inspectOverview } from '../../../../netlify/commands/doctor/database.ts';
import { inspectPlan } from '../../../../netlify/commands/doctor/paypal.ts';
import { checkSettings, isPlaceholder } from '../../../../netlify/commands/doctor/settings.ts';
import { readCommandInput } from '../../../../netlify/commands/run-command.ts';
import { inspectEnv } from '../../../../src/server/env.ts';
import { eventAction, paypalEventTypes, requiredEvents } from '../../../../src/shared/paypal-event-types.ts';
import { inProject } from '../../../../stack/paths.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const production = {
  DATABASE_URL: 'postgres://user@db.test/site',
  PUBLIC_PAYPAL_CLIENT_ID: 'client',
  PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-1',
  PAYPAL_CLIENT_SECRET: 'of the payments',
  LICENSE_KEY: 'MC4CAQAwBQYDK2VwBCIEI' + 'A'.repeat(43),
  PAYPAL_MERCHANT_ID: 'ABCDEFGHIJKLM',
  PAYPAL_WEBHOOK_ID: 'WH-1',
};
const size = Object.entries(production).flat().join('').length + 'PUBLIC_ANALYTICS_ID'.length;

test.each<[string, Record<string, string>, string]>([
  ['a missing setting', { PAYPAL_WEBHOOK_ID: '' }, 'PAYPAL_WEBHOOK_ID is missing'],
  ['a refused setting', { DATABASE_URL: 'embedded' }, 'DATABASE_URL: must be a postgres'],
  ["PayPal's sandbox", { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' }, 'no real money moves'],
  ['a paused close of the month', { PAUSE_MONTH_CLOSE: 'true' }, 'no month is closed'],
  ['a placeholder', { MAIL_FROM: 'Kithbook <hello@kithbook.example>' }, 'hello@kithbook.example> is a pl'],
  ['more than 4 KB', { PUBLIC_ANALYTICS_ID: 'x'.repeat(4_097 - size) }, 'have 4097 bytes'],
  ['APP_ENV of the local stack', {}, 'APP_ENV is local. Remove it'],
])('the doctor finds %s in the settings', async (_case, changes, text) => {
  const file = path.join(temporaryFolder(), 'settings');
  const lines = Object.entries({ ...production, ...changes, APP_ENV: 'local' });
  writeFileSync(file, lines.map((pair) => pair.join('=')).join('\n'));
  const { settings, appEnv } = readCommandInput(['--production', file]) as {
    settings: Record<string, string>;
    appEnv: string;
  };
  const siteUrl = 'https://kithbook.test';
  const environment = { ...inspectEnv(settings), settings, appEnv, isLocal: false, siteUrl };
  expect(await runChecks([checkSettings], environment)).toContainEqual({
    name: 'settings',
    state: 'WRONG',
    text: expect.stringContaining(text) as string,
  });
});

test('the doctor knows the placeholders of the repository', () => {
  const texts = ['https://kithbook.example', 'kithbook.example/site', 'a@kithbook.example', 'a@example.shop'];
  expect(texts.map(isPlaceholder)).toEqual([true, true, true, false]);
});

test('the doctor advises the pooled address of Neon', () => {
  const adviceFor = (host: string) => inspectAddress(new URL(`postgres://${host}/site`)).length;
  const hosts = ['ep-1.aws.neon.tech', 'ep-1-pooler.aws.neon.tech', '127.0.0.1'];
  expect(hosts.map(adviceFor)).toEqual([1, 0, 0]);
});

const now = new Date('2026-08-04T12:00:00Z');
const overview = {
  failed_events: { given_up: 0, retrying: 1, newest: [] },
  paypal_actions: { refused: 0, late: 0, newest: [] },
  mails: { given_up: 0, late: 0, newest: [] },
  reconciliation: {
    first_day: '2026-07-25',
    last_day: '2026-08-03',
    differences: 0,
    made_at: '2026-08-03T05:20:00Z',
  },
};

test.each<[Partial<Parameters<typeof inspectOverview>[0]>, readonly string[]]>([
  [{}, []],
  [{ failed_events: { ...overview.failed_events, given_up: 2 } }, ['WRONG: events of PayPal']],
  [{ paypal_actions: { ...overview.paypal_actions, late: 1 } }, ['WRONG: refunds and cancellations']],
  [{ paypal_actions: { ...overview.paypal_actions, refused: 1 } }, ['advice: refunds and cancellations']],
  [{ mails: { ...overview.mails, late: 1, given_up: 1 } }, ['WRONG: mails that are late', 'advice: mails']],
  [{ reconciliation: { ...overview.reconciliation, differences: 1 } }, ['WRONG: differences']],
  [
    { reconciliation: { ...overview.reconciliation, made_at: '2026-08-01T05:20:00Z' } },
    ['WRONG: days since'],
  ],
  [{ reconciliation: null }, ['?: the books are first reconciled']],
])('the doctor reads the overview %j', (changes, expected) => {
  const lines = inspectOverview({ ...overview, ...changes }, now).map(
    ({ state, text }) => `${state}: ${text}`,
  );
  expect(lines).toEqual(expected.map((line) => expect.stringContaining(line) as string));
});

const price = (value: string, currency_code = 'USD') => ({ value, currency_code });
const cycle = {
  tenure_type: 'REGULAR',
  total_cycles: 0,
  frequency: { interval_unit: 'YEAR', interval_count: 1 },
  pricing_scheme: { fixed_price: price('49.99') },
};
const inCycle = (changes: object) => ({ billing_cycles: [{ ...cycle, ...changes }] });

test.each<[string, object]>([
  ['has the plan', {}],
  ['has the plan', { payment_preferences: { setup_fee: price('0') } }],
  ['has the plan', { taxes: { percentage: '10', inclusive: true } }],
  ['status: ', { status: 'INACTIVE' }],
  ['interval_unit: ', inCycle({ frequency: { interval_unit: 'MONTH' } })],
  ['interval_count: ', inCycle({ frequency: { interval_unit: 'YEAR', interval_count: 2 } })],
  ['billing_cycles', { billing_cycles: [{ ...cycle, tenure_type: 'TRIAL' }, cycle] }],
  ['total_cycles: ', inCycle({ total_cycles: 3 })],
  ['currency: ', inCycle({ pricing_scheme: { fixed_price: price('49.99', 'EUR') } })],
  ['fixed_price: ', inCycle({ pricing_scheme: {} })],
  ['setup_fee.cents: ', { payment_preferences: { setup_fee: price('5.00') } }],
  ['taxes.inclusive: ', { taxes: { percentage: '10', inclusive: false } }],
])('the doctor names “%s” for a PayPal plan with %j', (text, changes) => {
  expect(inspectPlan({ status: 'ACTIVE', billing_cycles: [cycle], ...changes }).text).toContain(text);
});

test('the doctor requires exactly the PayPal events that change something, and docs/deploy.md lists them', () => {
  const changing = Object.keys(paypalEventTypes).filter((type) => eventAction(type) !== 'record-only');
  expect(requiredEvents.flat().sort()).toEqual(changing.sort());
  expect(requiredEvents).toContainEqual(['PAYMENT.CAPTURE.DECLINED', 'PAYMENT.CAPTURE.DENIED']);
  expect([eventAction('CHECKOUT.ORDER.COMPLETED'), eventAction('toString')]).toEqual([
    'record-only',
    'record-only',
  ]);
  const guide = readFileSync(inProject('docs/deploy.md'), 'utf8');
  for (const name of changing) expect(guide, name).toContain(`\`${name}\``);
});

test('the doctor redacts secret settings and the passwords in their addresses', () => {
  const password = '50%25';
  const address = `postgres://kithbook:${password}@db.test/site`;
  const settings = { DATABASE_URL: address, MAIL_LINK_SECRET: 'links', SITE_URL: 'site' };
  const text = `${address} refuses ${password}, links, kithbook and site`;
  expect(redactSecrets(text, settings)).toBe('… refuses …, …, kithbook and site');
});

test.each([[['--local']], [['--production', 'no-such-file']], [['--production', 'a', 'b']]])(
  'the doctor prints its usage for %j',
  async (args) => {
    expect(await doctor(args)).toMatchObject({ code: 2 });
  },
);
