import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv as parseFile } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EnvError, parseEnv } from '../../../src/server/env.ts';
import { inProject } from '../../../stack/paths.ts';

const example = parseFile(readFileSync(inProject('.env.example'), 'utf8'));

const production = {
  DATABASE_URL: 'postgres://user:password@db.example/site',
  PUBLIC_PAYPAL_CLIENT_ID: 'client',
  PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-1',
  PAYPAL_CLIENT_SECRET: 'secret',
  LICENSE_KEY: 'MC4CAQAwBQYDK2VwBCIEI' + 'A'.repeat(43),
  PAYPAL_MERCHANT_ID: 'MERCHANT',
  PAYPAL_WEBHOOK_ID: 'WH-1',
};

const validSecret = randomBytes(32).toString('base64');
const account = JSON.stringify({ client_email: 'server@mail.example', private_key: 'key' });

/** Returns the message of the EnvError, or an empty text for valid settings. */
function errorMessage(settings: Record<string, string | undefined>): string {
  try {
    parseEnv(settings);
    return '';
  } catch (error) {
    return error instanceof EnvError ? error.message : String(error);
  }
}

describe('settings', () => {
  it('accept .env.example', () => {
    expect(parseEnv(example)).toMatchObject({ APP_ENV: 'local', DATABASE_URL: 'embedded' });
  });

  it('are production settings by default', () => {
    expect(parseEnv(production)).toMatchObject({
      APP_ENV: 'production',
      PAYPAL_API_URL: 'https://api-m.paypal.com',
    });
  });

  it('accept the database address of Netlify’s Neon extension', () => {
    const { DATABASE_URL, ...rest } = production;
    expect(parseEnv({ ...rest, NETLIFY_DATABASE_URL: DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it.each(Object.keys(production))('name a missing %s', (setting) => {
    expect(errorMessage({ ...production, [setting]: undefined })).toContain(`${setting} is missing`);
    expect(errorMessage({ ...production, [setting]: '' })).toContain(`${setting} is missing`);
  });

  /** Settings whose value in .env.example may be used in production. */
  const harmlessSettings = [
    'PROFILE_SERVICE_NAME',
    'APP_ENV',
    'PORT',
    'MAIL_FROM',
    'MAIL_PAGE_PORT',
    'LOCAL_DATA',
    'PUBLIC_FIREBASE_EMULATOR_URL',
  ];
  it.each(Object.keys(example).filter((setting) => example[setting] && !harmlessSettings.includes(setting)))(
    'refuse the value of .env.example for %s in production',
    (setting) => {
      const valid = { ...production, PROFILE_SERVICE_NAME: 'crm', PROFILE_SERVICE_SECRET: validSecret };
      expect(errorMessage(valid)).toBe('');
      expect(errorMessage({ ...valid, [setting]: example[setting] })).toContain(setting);
    },
  );

  it.each([
    ['DATABASE_URL', 'embedded'],
    ['PAYPAL_API_URL', 'http://127.0.0.1:4010'],
    ['PAYPAL_API_URL', 'https://api-m.paypal.com.evil.example'],
    ['PUBLIC_PAYPAL_SDK_URL', 'http://127.0.0.1:4010/sdk/js'],
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['PUBLIC_FIREBASE_PROJECT_ID', 'demo-kithbook'],
    ['SITE_URL', 'http://site.example'],
    ['MAIL_URL', 'smtps://user:password@127.0.0.1:465'],
    ['MAIL_URL', 'https://mail.example'],
  ])('refuse the stand-in %s=%s in production', (setting, value) => {
    expect(errorMessage({ ...production, [setting]: value })).toContain(setting);
  });

  it('need Firebase’s API key if a Firebase project is set', () => {
    const project = { PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live', FIREBASE_SERVICE_ACCOUNT: account };
    expect(errorMessage({ ...production, ...project })).toContain('PUBLIC_FIREBASE_API_KEY: must be set');
    expect(errorMessage({ ...production, ...project, PUBLIC_FIREBASE_API_KEY: 'key' })).toBe('');
    expect(errorMessage({ ...production, PUBLIC_FIREBASE_API_KEY: 'key' })).toBe('');
  });

  it('are complete without the settings of mail, which waits then', () => {
    expect(parseEnv(production)).toMatchObject({ SITE_URL: 'https://kithbook.example' });
    expect(parseEnv(production).MAIL_URL).toBeUndefined();
    const mail = {
      MAIL_URL: 'smtps://user:password@smtp.mail.example:465',
      MAIL_FROM: 'Kithbook <hello@mail.example>',
      MAIL_LINK_SECRET: validSecret,
      MAIL_WEBHOOK_SECRET: `whsec_${validSecret}`,
    };
    expect(parseEnv({ ...production, ...mail })).toMatchObject(mail);
    expect(errorMessage({ ...production, ...mail, MAIL_LINK_SECRET: 'short' })).toContain('MAIL_LINK_SECRET');
  });

  it('need both service credentials, or none of them', () => {
    const credentials = { PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: validSecret };
    expect(parseEnv(production).PROFILE_SERVICE_SECRET).toBeUndefined();
    expect(parseEnv({ ...production, ...credentials })).toMatchObject(credentials);
    for (const name of Object.keys(credentials))
      expect(errorMessage({ ...production, ...credentials, [name]: '' })).toContain('set together');
    expect(errorMessage({ ...production, ...credentials, PROFILE_SERVICE_NAME: 'a:b' })).toContain('a colon');
  });

  it.each([
    ['the local stand-in', example.PROFILE_SERVICE_SECRET ?? ''],
    ['31 bytes in base64', randomBytes(31).toString('base64')],
    ['64 equal letters', 'a'.repeat(64)],
    ['a repeated short text', 'abcdefghijkl'.repeat(6)],
  ])('refuse %s as the service secret in production', (_kind, secret) => {
    const settings = { ...production, PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: secret };
    expect(errorMessage(settings)).toContain('PROFILE_SERVICE_SECRET');
  });

  it.each(['base64', 'base64url', 'hex'] as const)(
    'accept 32 random bytes in %s as the service secret',
    (encoding) => {
      const secret = randomBytes(32).toString(encoding);
      const settings = { ...production, PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: secret };
      expect(errorMessage(settings)).toBe('');
    },
  );

  it.each(['', 'null', '[]', '{}', '"text"', '{"client_email":"a@b.example"}', './key.json'])(
    'refuse %j as a service account in production',
    (text) => {
      const firebase = {
        PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
        PUBLIC_FIREBASE_API_KEY: 'key',
        FIREBASE_SERVICE_ACCOUNT: text,
      };
      expect(errorMessage({ ...production, ...firebase })).toContain('FIREBASE_SERVICE_ACCOUNT');
      expect(errorMessage({ ...production, ...firebase, FIREBASE_SERVICE_ACCOUNT: account })).toBe('');
    },
  );

  it('refuse PayPal’s sandbox without PAYPAL_SANDBOX=true', () => {
    const sandbox = { ...production, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
    expect(errorMessage(sandbox)).toContain('PAYPAL_API_URL: is PayPal’s sandbox');
    expect(errorMessage({ ...sandbox, PAYPAL_SANDBOX: 'yes' })).toContain('PAYPAL_API_URL');
    expect(errorMessage({ ...sandbox, PAYPAL_SANDBOX: 'true' })).toBe('');
  });

  it.each(['DATABASE_URL', 'NETLIFY_DATABASE_URL'])(
    'refuse a malformed address in %s without quoting it',
    (name) => {
      const { DATABASE_URL: _, ...rest } = production;
      const message = errorMessage({ ...rest, [name]: 'postgres://user:pass#word@db.example/site' });
      expect(message).toContain('DATABASE_URL: is no address');
      expect(message).not.toContain('word');
    },
  );

  it('refuse APP_ENV=local on AWS Lambda', () => {
    expect(errorMessage({ ...example, AWS_LAMBDA_FUNCTION_NAME: 'api' })).toContain('APP_ENV');
  });
});
