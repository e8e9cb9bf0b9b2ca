import { describe, expect, onTestFinished, test } from 'vitest';
import { releaseFile } from '../../../src/shared/release-file.ts';
import type { PayPalSettings } from '../../../stack/paypal/settings.ts';
import { type Settings } from '../../../stack/settings.ts';
import { projectId } from '../provided.ts';
import {
  urlOf,
  goodConfig,
  told,
  postgres,
  site,
  simulated,
  writeRelease,
  look,
  atStandIn,
  during,
  linesOf,
  expectOnly,
} from './doctor-scene.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

describe('a sound environment', () => {
  test('is good, ends with 0, and what cannot be told here is not called good', async () => {
    const { code, text } = await look();
    expect(linesOf(text, 'WRONG'), text).toEqual([]);
    expect(code).toBe(0);
    for (const good of [
      'database: answers',
      'migrations: all ',
      'guards: all ',
      'clocks: ',
      "PayPal's credentials: are taken",
      "PayPal's plan: is active",
      "PayPal's webhook: leads here",
      "PayPal's Transaction Search: answers",
      "PayPal's Disputes: answers",
      "PayPal's events: all 0 of the last 3 days are here",
      `Firebase: ${projectId} answers`,
      'Firebase: email enumeration protection: is on',
      'admins: there is one',
      `release storage: ${releaseFile('1.0.0', 'mac.zip')} is there`,
      `site: ${urlOf(site)} answers`,
    ])
      expect(text).toContain(`  good   ${good}`);
    expect(linesOf(text, '?').map((line) => line.slice(9).split(': not checked here: ')[0])).toEqual([
      'settings',
      'service credentials',
      'e-mail',
      'content editor',
      'Firebase: sign-in by password',
      'Firebase: authorised domains',
      'Firebase: address in mails',
    ]);
  });

  test('whose settings lack something is checked as far as they go, and what is not is counted', async () => {
    const { code, text } = await look({ DATABASE_URL: '', PAYPAL_CLIENT_SECRET: '' });
    expect(linesOf(text, 'WRONG')).toHaveLength(2);
    expect(code).toBe(1);
    for (const line of [
      '?      database: not checked here: it needs DATABASE_URL',
      '?      PayPal: not checked here: it needs PAYPAL_CLIENT_SECRET',
      `good   Firebase: ${projectId} answers`,
      `good   site: ${urlOf(site)} answers`,
      '2 wrong, 10 not checked.',
    ])
      expect(text).toContain(line);
    const webhook = await look({ PAYPAL_WEBHOOK_ID: '' });
    expect(webhook.text).toContain("?      PayPal's webhook: not checked here: it needs PAYPAL_WEBHOOK_ID");
    expect(webhook.text).toContain("good   PayPal's plan: is active");
  });

  test('is good at a provider that tells everything', async () => {
    const changes = { config: goodConfig(urlOf(site)), users: [{ customAttributes: '{"admin":true}' }] };
    const { code, text } = await during(told, changes, () => look(atStandIn()));
    expect([code, linesOf(text, '?').length], text).toEqual([0, 4]);
  });
});

describe('what is wrong has one line with what to do:', () => {
  test.each<[string, Settings, string]>([
    ['a missing setting', { PAYPAL_WEBHOOK_ID: '' }, 'settings: PAYPAL_WEBHOOK_ID is missing'],
    [
      'a wrong secret',
      { PAYPAL_CLIENT_SECRET: 'another' },
      'Copy PUBLIC_PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET',
    ],
    ['an unknown plan', { PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-OTHER' }, "PayPal's plan: is unknown at PayPal"],
    ['an unknown webhook', { PAYPAL_WEBHOOK_ID: 'WH-OTHER' }, "PayPal's webhook: is unknown at PayPal"],
    ['another account’s merchant id', { PAYPAL_MERCHANT_ID: 'ZZZZZZZZZZZZZ' }, "and the app's account is"],
    ['an address as merchant id', { PAYPAL_MERCHANT_ID: 'me@mail.example' }, 'is not 13 capitals and digits'],
  ])('%s', async (_what, changes, text) => {
    await expectOnly(look(changes), text);
  });

  test.each<[string, Partial<PayPalSettings>, string]>([
    ['a plan that is switched off', { annualPlanStatus: 'INACTIVE' }, "PayPal's plan: is INACTIVE"],
    [
      'a plan of another price',
      { annualPlanPriceCents: 39_99 },
      'costs 39.99 USD, and src/shared/plans.ts says $49.99',
    ],
    [
      'a webhook that leads elsewhere',
      { webhookUrl: 'https://old.example/hook' },
      'leads to https://old.example/hook',
    ],
    [
      'a webhook that does not send all',
      { webhookEvents: ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED'] },
      'does not send CHECKOUT.PAYMENT-APPROVAL.REVERSED, PAYMENT.CAPTURE.PENDING, PAYMENT.CAPTURE.DECLINED',
    ],
    [
      'an app without Transaction Search',
      { features: ['disputes'] },
      "PayPal's Transaction Search: is refused to this app",
    ],
    [
      'an app without Disputes',
      { features: ['transaction-search'] },
      "PayPal's Disputes: is refused to this app",
    ],
  ])('%s', async (_what, changes, text) => {
    await during(simulated, changes, () => expectOnly(look(), text));
  });

  test.each<[string, () => Partial<typeof told>, string]>([
    [
      'sign-in by password that is off',
      () => ({ config: { ...goodConfig(urlOf(site)), signIn: { email: {} } } }),
      'Enable Email/Password',
    ],
    [
      'addresses that strangers can try',
      () => ({ config: { ...goodConfig(urlOf(site)), emailPrivacyConfig: {} } }),
      'strangers learn who has an account',
    ],
    [
      'a domain that is not authorised',
      () => ({ config: { ...goodConfig(urlOf(site)), authorizedDomains: ['other.example'] } }),
      '127.0.0.1 is not among them',
    ],
    [
      'mails that lead elsewhere',
      () => ({
        config: { ...goodConfig(urlOf(site)), notification: { sendEmail: { callbackUri: 'https://x' } } },
      }),
      'Customize action URL',
    ],
    [
      'people who may not sign up',
      () => ({
        config: { ...goodConfig(urlOf(site)), client: { permissions: { disabledUserSignup: true } } },
      }),
      'nobody can sign up',
    ],
    [
      'a question to prove to be human',
      () => ({
        config: {
          ...goodConfig(urlOf(site)),
          recaptchaConfig: { emailPasswordEnforcementState: 'ENFORCE' },
        },
      }),
      'reCAPTCHA is enforced',
    ],
    [
      'a key of another project',
      () => ({ keyDomains: ['localhost', '127.0.0.1', 'other.firebaseapp.example'] }),
      "Firebase's key: belongs to another project",
    ],
    ['a key that is refused', () => ({ keyStatus: 400 }), "Firebase's key: is refused (400)"],
    ['a project without Authentication', () => ({ configStatus: 404 }), 'press Get started'],
    ['a service account of no rights', () => ({ configStatus: 403 }), 'may not read'],
    ['no admin', () => ({ users: [] }), 'admin:grant'],
  ])('%s', async (_what, changes, text) => {
    const sound = { config: goodConfig(urlOf(site)), users: [{ customAttributes: '{"admin":true}' }] };
    await during(told, { ...sound, ...changes() }, () => expectOnly(look(atStandIn()), text));
  });

  test('a site whose health is bad', async () => {
    await during(told, { health: {} }, () => expectOnly(look(), '/api/health answers 503'));
  });

  test('a database that is not there', async () => {
    const url = new URL(postgres.url);
    url.pathname = '/nowhere';
    await expectOnly(look({ DATABASE_URL: url.href }), 'database: cannot be reached');
  });

  /** Changes the database for one test. */
  const changed = async (change: string, back: string): Promise<void> => {
    onTestFinished(async () => {
      await postgres.rows(back);
    });
    await postgres.rows(change);
  };

  const applied = 'drizzle.__drizzle_migrations';

  test('a migration that is missing', async () => {
    await postgres.rows(`create table kept as select * from ${applied}`);
    await changed(
      `delete from ${applied} where created_at = (select max(created_at) from ${applied})`,
      `insert into ${applied} select * from kept on conflict do nothing`,
    );
    await expectOnly(look(), 'migrations: 1 are not applied. Run: npm run db:migrate');
  });

  test('a migration that this version does not have', async () => {
    await changed(
      `insert into ${applied} (hash, created_at) values ('of another', 2)`,
      `delete from ${applied} where created_at = 2`,
    );
    await expectOnly(look(), 'migrations: 1 are applied that this version does not have');
  });

  test('a migration whose file was changed afterwards', async () => {
    await changed(
      `update ${applied} set hash = hash || 'x' where id = 1`,
      `update ${applied} set hash = rtrim(hash, 'x')`,
    );
    await expectOnly(look(), 'migrations: 1 were changed after they had been applied');
  });

  test('a guard that is switched off', async () => {
    const of = (verb: string) =>
      `alter table commission_entries ${verb} trigger commission_entries_append_only`;
    await changed(of('disable'), of('enable'));
    await expectOnly(look(), 'missing or switched off: commission_entries.commission_entries_append_only.');
  });

  test('an installer of the newest release that is missing, of another size, or without a date', async () => {
    const releases = temporaryFolder();
    await writeRelease(releases, '2.0.9', 'linux.deb');
    await writeRelease(releases, '2.1.0', 'mac.dmg');
    await expectOnly(look({}, releases), `${releaseFile('2.1.0', 'mac.dmg')} answers 404`);
    await writeRelease(releases, '2.1.0', 'windows.zip');
    await expectOnly(
      look({}, releases),
      `${releaseFile('2.1.0', 'windows.zip')} has 80 bytes, and the page says 81`,
    );
    await writeRelease(releases, '2.1.0', 'dateless.zip');
    expect((await look({}, releases)).text).toContain(
      `the storage does not tell when ${releaseFile('2.1.0', 'dateless.zip')} was published, so /download does not, either`,
    );
  });
});
