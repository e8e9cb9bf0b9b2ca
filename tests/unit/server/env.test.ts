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
  PAYPAL_MERCHANT_ID: 'MERCHANT',
  PAYPAL_WEBHOOK_ID: 'WH-1',
};

const goodSecret = randomBytes(32).toString('base64');
const account = JSON.stringify({ client_email: 'server@mail.example', private_key: 'key' });

const messageOf = (settings: Record<string, string | undefined>): string => {
  try {
    parseEnv(settings);
    return '';
  } catch (error) {
    return error instanceof EnvError ? error.message : String(error);
  }
};

describe('settings', () => {
  it('run as .env.example has them', () => {
    expect(parseEnv(example)).toMatchObject({ APP_ENV: 'local', DATABASE_URL: 'embedded' });
  });

  it('take production settings, and production is the default', () => {
    expect(parseEnv(production)).toMatchObject({
      APP_ENV: 'production',
      PAYPAL_API_URL: 'https://api-m.paypal.com',
    });
  });

  it('take the address of Netlify’s Neon extension', () => {
    const { DATABASE_URL, ...rest } = production;
    expect(parseEnv({ ...rest, NETLIFY_DATABASE_URL: DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it.each(Object.keys(production))('name %s when it is missing', (setting) => {
    expect(messageOf({ ...production, [setting]: undefined })).toContain(`${setting} is missing`);
    expect(messageOf({ ...production, [setting]: '' })).toContain(`${setting} is missing`);
  });

  /** What is no stand-in, no secret, or read by browsers on this machine alone. */
  const harmless = [
    'PROFILE_SERVICE_NAME',
    'APP_ENV',
    'SITE_URL',
    'PORT',
    'LOCAL_DATA',
    'PUBLIC_FIREBASE_EMULATOR_URL',
  ];
  it.each(Object.keys(example).filter((setting) => example[setting] && !harmless.includes(setting)))(
    'refuse in production what .env.example has as %s',
    (setting) => {
      const whole = { ...production, PROFILE_SERVICE_NAME: 'crm', PROFILE_SERVICE_SECRET: goodSecret };
      expect(messageOf(whole)).toBe('');
      expect(messageOf({ ...whole, [setting]: example[setting] })).toContain(setting);
    },
  );

  it.each([
    ['DATABASE_URL', 'embedded'],
    ['PAYPAL_API_URL', 'http://127.0.0.1:4010'],
    ['PAYPAL_API_URL', 'https://api-m.paypal.com.evil.example'],
    ['PUBLIC_PAYPAL_SDK_URL', 'http://127.0.0.1:4010/sdk/js'],
    ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099'],
    ['PUBLIC_FIREBASE_PROJECT_ID', 'demo-kithbook'],
  ])('refuse the stand-in %s=%s in production', (setting, value) => {
    expect(messageOf({ ...production, [setting]: value })).toContain(setting);
  });

  it('name the identity provider’s key where it is missing beside the project, and only there', () => {
    const project = { PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live', FIREBASE_SERVICE_ACCOUNT: account };
    expect(messageOf({ ...production, ...project })).toContain('PUBLIC_FIREBASE_API_KEY: must be set');
    expect(messageOf({ ...production, ...project, PUBLIC_FIREBASE_API_KEY: 'key' })).toBe('');
    expect(messageOf({ ...production, PUBLIC_FIREBASE_API_KEY: 'key' })).toBe('');
  });

  it.each(['PUBLIC_FIREBASE_PROJECT_ID', 'PUBLIC_FIREBASE_API_KEY'])(
    'are complete on this machine without %s: authentication is not configured then',
    (setting) => {
      expect(messageOf({ ...example, [setting]: '' })).toBe('');
    },
  );

  it('take no machine’s credentials where none are set, and both or neither', () => {
    const credentials = { PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: goodSecret };
    expect(parseEnv(production).PROFILE_SERVICE_SECRET).toBeUndefined();
    expect(parseEnv({ ...production, ...credentials })).toMatchObject(credentials);
    for (const name of Object.keys(credentials))
      expect(messageOf({ ...production, ...credentials, [name]: '' })).toContain('set together');
    expect(messageOf({ ...production, ...credentials, PROFILE_SERVICE_NAME: 'a:b' })).toContain('a colon');
  });

  it.each([
    ['the local stand-in', example.PROFILE_SERVICE_SECRET ?? ''],
    ['one made of it', `${example.PROFILE_SERVICE_SECRET ?? ''}${'x'.repeat(32)}`],
    ['42 characters', 'x'.repeat(42)],
    ['31 bytes in base64', randomBytes(31).toString('base64')],
    ['31 bytes in hex', randomBytes(31).toString('hex')],
    ['16 bytes in hex', randomBytes(16).toString('hex')],
    ['64 equal letters', 'a'.repeat(64)],
    ['a short text again and again', 'abcdefghijkl'.repeat(6)],
  ])('refuse %s as a machine’s secret in production', (_what, secret) => {
    const settings = { ...production, PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: secret };
    expect(messageOf(settings)).toContain('PROFILE_SERVICE_SECRET');
  });

  it.each(['base64', 'base64url', 'hex'] as const)('take 32 random bytes in %s as one', (encoding) => {
    const secret = randomBytes(32).toString(encoding);
    const settings = { ...production, PROFILE_SERVICE_NAME: 'machine', PROFILE_SERVICE_SECRET: secret };
    expect(messageOf(settings)).toBe('');
  });

  it.each(['', 'null', '[]', '{}', '"text"', '{"client_email":"a@b.example"}', './key.json'])(
    'refuse %j as a service account in production',
    (text) => {
      const firebase = {
        PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live',
        PUBLIC_FIREBASE_API_KEY: 'key',
        FIREBASE_SERVICE_ACCOUNT: text,
      };
      expect(messageOf({ ...production, ...firebase })).toContain('FIREBASE_SERVICE_ACCOUNT');
      expect(messageOf({ ...production, ...firebase, FIREBASE_SERVICE_ACCOUNT: account })).toBe('');
    },
  );

  it('take PayPal’s sandbox only where PAYPAL_SANDBOX says so', () => {
    const sandbox = { ...production, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com' };
    expect(messageOf(sandbox)).toContain('PAYPAL_API_URL: is PayPal’s test system');
    expect(messageOf({ ...sandbox, PAYPAL_SANDBOX: 'yes' })).toContain('PAYPAL_API_URL');
    expect(messageOf({ ...sandbox, PAYPAL_SANDBOX: 'true' })).toBe('');
  });

  it.each(['DATABASE_URL', 'NETLIFY_DATABASE_URL'])(
    'refuse a %s that is no address, without quoting it',
    (name) => {
      const { DATABASE_URL: _, ...rest } = production;
      const message = messageOf({ ...rest, [name]: 'postgres://user:pass#word@db.example/site' });
      expect(message).toContain('DATABASE_URL: is no address');
      expect(message).not.toContain('word');
    },
  );

  it('refuse to be local on the platform’s own machines', () => {
    expect(messageOf({ ...example, AWS_LAMBDA_FUNCTION_NAME: 'api' })).toContain('APP_ENV');
  });
});
