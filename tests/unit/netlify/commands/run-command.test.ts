import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readDatabaseInput } from '../../../../netlify/commands/run-command.ts';
import { inProject } from '../../../../stack/paths.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { cleanEnv } from '../../../clean-env.ts';

const password = 'not-to-be-read';
const address = `postgres://keeper:${password}@127.0.0.1:9/books`;
const folder = temporaryFolder();

const settingsFile = (changes: Readonly<Record<string, string>> = {}): string => {
  const file = path.join(folder, crypto.randomUUID());
  const settings = {
    DATABASE_URL: address,
    PUBLIC_PAYPAL_CLIENT_ID: 'client',
    PUBLIC_PAYPAL_ANNUAL_PLAN_ID: 'P-1',
    PAYPAL_CLIENT_SECRET: 'of the payments',
    LICENSE_KEY: 'MC4CAQAwBQYDK2VwBCIEI' + 'A'.repeat(43),
    PAYPAL_MERCHANT_ID: 'ABCDEFGHIJKLM',
    PAYPAL_WEBHOOK_ID: 'WH-1',
    ...changes,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, lines.join('\n'));
  return file;
};

describe('--production', () => {
  test('reads the settings from the file alone, completed with the server’s defaults', () => {
    vi.stubEnv('PAYPAL_API_URL', 'http://127.0.0.1:4010');
    expect(readDatabaseInput(['2025-08', '--production', settingsFile()])).toMatchObject({
      args: ['2025-08'],
      host: '127.0.0.1:9',
      settings: { DATABASE_URL: address, PAYPAL_API_URL: 'https://api-m.paypal.com' },
    });
    vi.unstubAllEnvs();
  });

  test.each([
    ['a missing setting', { PAYPAL_CLIENT_SECRET: '' }, 'PAYPAL_CLIENT_SECRET is missing'],
    ['the simulator', { PAYPAL_API_URL: 'http://127.0.0.1:4010' }, 'PAYPAL_API_URL: must be https'],
    ['the embedded database', { DATABASE_URL: 'embedded' }, 'DATABASE_URL: must be a postgres://'],
    ['a malformed address', { DATABASE_URL: address.replace('-', '#') }, 'DATABASE_URL: is no address'],
  ])('refuses %s', (_case, changes, text) => {
    const refused = readDatabaseInput(['--production', settingsFile(changes)]);
    expect(refused).toEqual({ code: 2, text: expect.stringContaining(text) as string });
    expect(JSON.stringify(refused)).not.toContain('to-be-read');
  });

  test.each([
    [['--production', 'no-such-file']],
    [['--production', folder]],
    [['--production', '2025-08-01', '2025-08-31']],
  ])('must come last, with at most one file: refuses %j', (args) => {
    expect(readDatabaseInput(args)).toMatchObject({
      code: 2,
      text: expect.stringContaining('comes last') as string,
    });
  });
});

/** Runs a command as npm does, with only these settings in its environment. */
const run = (script: string, args: readonly string[], settings: Readonly<Record<string, string>>) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const env = cleanEnv(settings);
    execFile(process.execPath, [inProject(script), ...args], { env, cwd: inProject() }, (error, out, err) => {
      resolve({ code: error ? error.code : 0, output: out + err });
    });
  });

test.each(['DATABASE_URL', 'NETLIFY_DATABASE_URL'])(
  'a command refuses to mix the local stack with a database in %s',
  (name) => {
    vi.stubEnv(name, address);
    const refused = readDatabaseInput(['2025-08']);
    vi.unstubAllEnvs();
    expect(refused).toEqual({
      code: 2,
      text: expect.stringContaining('The settings name 127.0.0.1:9') as string,
    });
    expect(JSON.stringify(refused)).not.toContain(password);
  },
);

// The days of the second command are in the wrong order, so that it stops before it needs PayPal.
describe.each([
  ['netlify/commands/close-month.ts', ['2025-08'], 3],
  ['netlify/commands/reconcile.ts', ['2025-08-31', '2025-08-01'], 2],
])('%s', (script, args, exitCode) => {
  test('prints the host of the production database, and never the password', async () => {
    const { code, output } = await run(script, [...args, '--production', settingsFile()], {});
    expect([code, output]).toEqual([exitCode, expect.stringMatching(/^Database: 127\.0\.0\.1:9$/m)]);
    expect(output).not.toContain(password);
  });
});
