import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { appEnvOf, settingsOf } from '../../../../netlify/commands/doctor.ts';
import { about, type Patient } from '../../../../netlify/commands/doctor/check.ts';
import { databaseFault, examineAddress } from '../../../../netlify/commands/doctor/database.ts';
import { askingFault } from '../../../../netlify/commands/doctor/firebase.ts';
import { redactor } from '../../../../netlify/commands/doctor/redact.ts';
import { checkReleases } from '../../../../netlify/commands/doctor/releases.ts';
import { checkRepository } from '../../../../netlify/commands/doctor/repository.ts';
import { runChecks } from '../../../../netlify/commands/doctor/run-checks.ts';
import { checkSettings, isNewEnough } from '../../../../netlify/commands/doctor/settings.ts';
import { checkEmail, checkSite } from '../../../../netlify/commands/doctor/site.ts';
import { parseEnv } from '../../../../src/server/env.ts';
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

/** A netlify.toml as it is before the owner names the host of the installers. */
const netlifyToml = path.join(temporaryFolder(), 'netlify.toml');
writeFileSync(
  netlifyToml,
  '[[redirects]]\nfrom = "/dist/*"\nto = "https://downloads.kithbook.example/:splat"\nstatus = 200\n',
);

const patient = (changes: Record<string, string> = {}): Patient => ({
  env: parseEnv({ ...production, ...changes }),
  given: { ...production, ...changes },
  isLocal: false,
  siteUrl: 'https://kithbook.example',
  email: 'help@kithbook.example',
  repository: 'kithbook.example/site',
  netlifyToml,
  releases: inProject('src/content/releases'),
});

const statesOf = async (check: typeof checkSettings, changes: Record<string, string> = {}) =>
  (await check.run(patient(changes))).map(({ state, text }) => `${state}: ${text}`);

describe('in production the doctor', () => {
  test('finds the test system of the payments, and an environment that no function gets', async () => {
    expect(await statesOf(checkSettings)).toEqual(['good: complete, for production']);
    const sandbox = { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com', PAYPAL_SANDBOX: 'true' };
    expect((await statesOf(checkSettings, sandbox))[1]).toMatch(/^wrong: .*nobody really pays/);
    const large = { FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ private_key: 'x'.repeat(4_000) }) };
    expect((await statesOf(checkSettings, large))[1]).toMatch(/^wrong: take 4\d{3} bytes/);
    const measured = { PUBLIC_ANALYTICS_ID: 'x'.repeat(4_000) };
    expect((await statesOf(checkSettings, measured))[1]).toMatch(/^wrong: take 4\d{3} bytes/);
  });

  test('names APP_ENV=local as not production', async () => {
    const [found] = await checkSettings.run({ ...patient(), appEnv: 'local' });
    expect(found).toMatchObject({
      state: 'wrong',
      text: expect.stringMatching(/^APP_ENV is local, and production has none/) as unknown,
    });
    const file = path.join(temporaryFolder(), 'settings');
    writeFileSync(file, 'APP_ENV=local\n');
    expect(appEnvOf(['--production', file])).toBe('local');
    expect(appEnvOf([])).toBeUndefined();
  });

  test('advises Neon’s pooled address, and names a host that is not Neon’s, or no network, as what it is', () => {
    const at = (host: string) => `postgres://keeper:secret@${host}/site`;
    const direct = 'ep-cool-1.eu-central-1.aws.neon.tech';
    expect(examineAddress(at(direct))).toMatchObject([{ state: 'advice' }]);
    expect(examineAddress(at(direct.replace('.', '-pooler.')))).toEqual([]);
    expect(examineAddress(at('127.0.0.1'))).toEqual([]);
    const textOf = (host: string, message: string) => databaseFault(at(host), new Error(message)).text;
    expect(textOf('db.host.example', 'Invalid URL')).toMatch(/^db\.host\.example is no host of Neon's/);
    expect(textOf(direct, `getaddrinfo ENOTFOUND ${direct}`)).toContain('Is there a network');
    expect(textOf(direct, 'password authentication failed')).toContain('is the project suspended?');
  });

  test('asks about the network where Google cannot be reached, and about the key where Google refuses it', () => {
    expect(askingFault(new Error('getaddrinfo EAI_AGAIN oauth2.googleapis.com'), undefined)).toMatchObject({
      state: 'unchecked',
      text: expect.stringContaining('is there a network?') as unknown,
    });
    expect(askingFault(new Error('invalid_grant: account not found'), undefined).text).toContain(
      'Was its key deleted?',
    );
    expect(askingFault(new Error('fetch failed'), undefined).text).not.toContain('key');
  });

  test('says that closing a month is paused, or that the setting pauses nothing', async () => {
    expect((await statesOf(checkSettings, { PAUSE_MONTH_CLOSE: 'true' }))[1]).toMatch(
      /^wrong: .*no month is closed/,
    );
    expect((await statesOf(checkSettings, { PAUSE_MONTH_CLOSE: 'yes' }))[1]).toMatch(
      /^wrong: .*pauses nothing/,
    );
  });

  test('counts of the settings what is set alone: names and values, nothing of the server’s own', async () => {
    const size = Object.entries(production).flat().join('').length;
    const fill = (bytes: number) => ({
      SITE_URL: '',
      PUBLIC_ANALYTICS_ID: 'x'.repeat(bytes - 'PUBLIC_ANALYTICS_ID'.length),
    });
    expect(await statesOf(checkSettings, fill(4_096 - size))).toHaveLength(1);
    expect((await statesOf(checkSettings, fill(4_097 - size)))[1]).toMatch(/^wrong: take 4097 bytes/);
  });

  test('finds the placeholders of the site, of its repository and of the release storage', async () => {
    expect((await statesOf(checkRepository))[0]).toMatch(/^wrong: kithbook\.example\/site is a placeholder/);
    const [ours] = await checkRepository.run({ ...patient(), repository: 'somebody/site' });
    expect(ours?.state).toBe('good');
    expect((await statesOf(checkEmail))[0]).toMatch(/^wrong: help@kithbook\.example is a placeholder/);
    const [read] = await checkEmail.run({ ...patient(), email: 'help@mail.test' });
    expect(read?.state).toBe('good');
    expect((await statesOf(checkSite))[0]).toMatch(/^wrong: https:\/\/kithbook\.example is a placeholder/);
    expect((await statesOf(checkReleases))[0]).toMatch(
      /^wrong: netlify\.toml leads \/dist\/\* to a placeholder/,
    );
  });
});

test('a check whose setting is missing or refused is not checked, and says which it needs', async () => {
  const needy = {
    name: 'needy',
    needs: ['DATABASE_URL' as const],
    run: () => Promise.resolve([about('needy').good('fine')]),
  };
  expect(await runChecks([needy], { ...patient(), unusable: new Set(['DATABASE_URL']) })).toMatchObject([
    { state: 'unchecked', text: expect.stringContaining('it needs DATABASE_URL') as unknown },
  ]);
  expect(await runChecks([needy], patient())).toMatchObject([{ state: 'good' }]);
});

test('a check that throws is a finding, and the others go on', async () => {
  const found = await runChecks(
    [
      { name: 'first', run: () => Promise.reject(new Error('outer', { cause: new Error('the reason') })) },
      { name: 'second', run: () => Promise.resolve([about('second').good('fine')]) },
    ],
    patient(),
  );
  expect(found).toEqual([
    { name: 'first', state: 'wrong', text: 'the reason' },
    { name: 'second', state: 'good', text: 'fine' },
  ]);
});

test('secrets go out of a text with all of their parts, what is public stays', () => {
  const password = crypto.randomUUID();
  const clean = redactor({
    DATABASE_URL: `postgres://keeper:${password}@db.example/site`,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      private_key: 'line one line two',
      project_id: 'kithbook-live',
    }),
    PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
  });
  expect(clean(`keeper, ${password}, line one line two, kithbook-live`)).toBe('…, …, …, kithbook-live');
});

test('a user of the database who is named after the site hides no address of it', () => {
  const settings = { DATABASE_URL: 'postgres://kithbook:secret-of-it@db.example/site' };
  const clean = redactor(settings, ['https://kithbook.example']);
  expect(clean('https://kithbook.example, secret-of-it')).toBe('https://kithbook.example, …');
});

test('a password that no address can hold is hidden as it stands', () => {
  const clean = redactor({ DATABASE_URL: 'postgres://keeper:50%zzsecret@db.example/site' });
  expect(clean('the password 50%zzsecret')).toBe('the password …');
});

test('Node from 22.18 on is new enough', () => {
  expect(['22.17.9', '20.19.0', '22.18.0', '24.0.0'].map(isNewEnough)).toEqual([false, false, true, true]);
});

describe('what is examined', () => {
  test('is the local stack without a word, and production alone with one', () => {
    expect(settingsOf([])).toMatchObject({ APP_ENV: expect.any(String) as string, LOCAL_DATA: '.local' });
    const file = path.join(temporaryFolder(), 'settings');
    writeFileSync(file, 'APP_ENV=local\nPAYPAL_MERCHANT_ID=ABCDEFGHIJKLM\n');
    const settings = settingsOf(['--production', file]);
    expect(settings).toMatchObject({
      PAYPAL_MERCHANT_ID: 'ABCDEFGHIJKLM',
      PAYPAL_API_URL: '',
      DATABASE_URL: '',
    });
    expect(settings).not.toHaveProperty('APP_ENV');
  });

  test.each([[['--local']], [['--production', 'no-such-file']], [['--production', 'a', 'b']]])(
    'is asked for when it gets %j',
    (args) => {
      expect(settingsOf(args)).toMatchObject({ code: 2 });
    },
  );
});

test('npm runs it without anything to install by hand', () => {
  expect(readFileSync(inProject('package.json'), 'utf8')).toContain(
    '"doctor": "node stack/run.mjs netlify/commands/doctor.ts"',
  );
});
