import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  type Check,
  type Environment,
  findings,
  runChecks,
} from '../../../../netlify/commands/doctor/check.ts';
import { checkAddress } from '../../../../netlify/commands/doctor/database.ts';
import { redactor } from '../../../../netlify/commands/doctor/redact.ts';
import { checkReleases, checkPlaceholders } from '../../../../netlify/commands/doctor/site.ts';
import { checkSettings } from '../../../../netlify/commands/doctor/settings.ts';
import { readCommandInput } from '../../../../netlify/commands/run-command.ts';
import { inspectEnv } from '../../../../src/server/env.ts';
import { inProject } from '../../../../stack/paths.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const production = {
  DATABASE_URL: 'postgres://user@db.example/site',
  PUBLIC_PAYPAL_CLIENT_ID: 'client',
  PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-1',
  PAYPAL_CLIENT_SECRET: 'of the payments',
  PAYPAL_MERCHANT_ID: 'ABCDEFGHIJKLM',
  PAYPAL_WEBHOOK_ID: 'WH-1',
};

const environment = (changes: Record<string, string> = {}): Environment => {
  const settings = { ...production, ...changes };
  return {
    ...inspectEnv(settings),
    settings,
    isLocal: false,
    siteUrl: 'https://kithbook.example',
    email: 'help@kithbook.example',
    repository: 'kithbook.example/site',
    netlifyToml: inProject('netlify.toml'),
    releases: inProject('src/content/releases'),
  };
};

const run = async (check: Check, changes: Partial<Environment> = {}): Promise<string[]> =>
  (await runChecks([check], { ...environment(), ...changes })).map(({ state, text }) => `${state}: ${text}`);

const size = Object.entries(production).flat().join('').length;
/** Returns settings that make all names and values together take this many bytes. */
const filler = (bytes: number) => ({
  SITE_URL: '',
  PUBLIC_ANALYTICS_ID: 'x'.repeat(bytes - size - 'PUBLIC_ANALYTICS_ID'.length),
});

test.each<[string, Record<string, string>, RegExp]>([
  ['complete settings', {}, /^good: complete for production/],
  ['a missing setting', { PAYPAL_WEBHOOK_ID: '' }, /^wrong: PAYPAL_WEBHOOK_ID is missing/],
  ['a refused setting', { DATABASE_URL: 'embedded' }, /^wrong: DATABASE_URL: must be a postgres/],
  [
    "PayPal's sandbox",
    { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com', PAYPAL_SANDBOX: 'true' },
    /^wrong: .*no real money moves/,
  ],
  ['paused month close', { PAUSE_MONTH_CLOSE: 'true' }, /^wrong: .*no month is closed/],
  ['more than 4 KB of names and values', filler(4_097), /^wrong: have 4097 bytes/],
])('the doctor checks the settings: %s', async (_case, changes, line) => {
  expect(await run(checkSettings, environment(changes))).toEqual([expect.stringMatching(line)]);
});

test('APP_ENV=local in a file of production settings is wrong', async () => {
  const file = path.join(temporaryFolder(), 'settings');
  writeFileSync(file, 'APP_ENV=local\n');
  const input = readCommandInput(['--production', file]);
  expect(input).toMatchObject({ appEnv: 'local' });
  expect(input).not.toHaveProperty('settings.APP_ENV');
  expect(await run(checkSettings, { appEnv: 'local' })).toEqual([
    expect.stringMatching(/^wrong: APP_ENV is local\. Remove it/),
  ]);
});

test('the doctor finds the placeholders for site, e-mail address, repository and release storage', async () => {
  expect(await run(checkPlaceholders)).toEqual([
    'wrong: url: https://kithbook.example is a placeholder. Replace it.',
    'wrong: email: help@kithbook.example is a placeholder. Replace it.',
    'wrong: repository: kithbook.example/site is a placeholder. Replace it.',
  ]);
  const real = { siteUrl: 'https://kithbook.test', email: 'help@kithbook.test', repository: 'kithbook/site' };
  expect(await run(checkPlaceholders, real)).toEqual([expect.stringMatching(/^good/)]);
  const netlifyToml = path.join(temporaryFolder(), 'netlify.toml');
  writeFileSync(
    netlifyToml,
    '[[redirects]]\nfrom = "/dist/*"\nto = "https://downloads.kithbook.example/:splat"\n',
  );
  expect(await run(checkReleases, { netlifyToml })).toEqual([
    expect.stringMatching(/^wrong: netlify\.toml leads \/dist\/\* to a placeholder/),
  ]);
});

test('the doctor advises the pooled address of Neon', () => {
  const address = (host: string) => `postgres://user:secret@${host}/site`;
  expect(checkAddress(address('ep-cool-1.eu-central-1.aws.neon.tech'))).toMatchObject([{ state: 'advice' }]);
  expect(checkAddress(address('ep-cool-1-pooler.eu-central-1.aws.neon.tech'))).toEqual([]);
  expect(checkAddress(address('127.0.0.1'))).toEqual([]);
});

test('the doctor skips a check whose setting is missing, and reports a check that fails or hangs', async () => {
  const hanging = new Promise<never>(() => undefined);
  const checks: readonly Check[] = [
    { name: 'skipped', needs: ['PAYPAL_WEBHOOK_ID'], run: () => [] },
    { name: 'failing', run: () => Promise.reject(new Error('outer', { cause: new Error('the reason') })) },
    { name: 'hanging', timeoutMs: 10, run: () => hanging },
    { name: 'working', needs: ['DATABASE_URL'], run: () => [findings('working').good('fine')] },
  ];
  expect(await runChecks(checks, environment({ PAYPAL_WEBHOOK_ID: '' }))).toEqual([
    { name: 'skipped', state: 'unchecked', text: 'not checked here: it needs PAYPAL_WEBHOOK_ID' },
    { name: 'failing', state: 'wrong', text: 'the reason' },
    { name: 'hanging', state: 'wrong', text: 'did not answer within 0.01 seconds.' },
    { name: 'working', state: 'good', text: 'fine' },
  ]);
});

test('the doctor redacts secrets and their parts, and keeps public texts', () => {
  const redact = redactor(
    {
      DATABASE_URL: 'postgres://keeper:50%25-secret@db.example/site',
      NETLIFY_DATABASE_URL: 'postgres://kithbook:50%zzsecret@db.example/site',
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
        private_key: 'line one line two',
        project_id: 'kithbook-live',
      }),
      PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
      MAIL_URL: 'smtps://resend:mail-password@smtp.mail.example:465',
    },
    ['https://kithbook.example'],
  );
  expect(redact('keeper, 50%25-secret, 50%-secret, 50%zzsecret, line one line two')).toBe('…, …, …, …, …');
  expect(redact('smtp.mail.example refuses mail-password')).toBe('smtp.mail.example refuses …');
  expect(redact('kithbook-live, https://kithbook.example')).toBe('kithbook-live, https://kithbook.example');
});
