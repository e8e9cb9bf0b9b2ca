import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { givenDatabase } from '../../../../netlify/commands/given-settings.ts';
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
    PAYPAL_MERCHANT_ID: 'ABCDEFGHIJKLM',
    PAYPAL_WEBHOOK_ID: 'WH-1',
    ...changes,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(file, lines.join('\n'));
  return file;
};

describe('--production', () => {
  test('takes the settings of a file alone, and the server’s own values for what is not set', () => {
    vi.stubEnv('PAYPAL_API_URL', 'http://127.0.0.1:4010');
    expect(givenDatabase(['2025-08', '--production', settingsFile()])).toMatchObject({
      args: ['2025-08'],
      place: '127.0.0.1:9',
      settings: { DATABASE_URL: address, PAYPAL_API_URL: 'https://api-m.paypal.com' },
    });
    vi.unstubAllEnvs();
  });

  test('takes the address of Netlify’s Neon extension', () => {
    const file = settingsFile({ DATABASE_URL: '', NETLIFY_DATABASE_URL: address });
    expect(givenDatabase(['--production', file])).toMatchObject({ settings: { DATABASE_URL: address } });
  });

  test.each([
    ['a missing setting', { PAYPAL_CLIENT_SECRET: '' }, 'PAYPAL_CLIENT_SECRET is missing'],
    ['the simulator', { PAYPAL_API_URL: 'http://127.0.0.1:4010' }, 'PAYPAL_API_URL: must be https'],
    ['the embedded database', { DATABASE_URL: 'embedded' }, 'DATABASE_URL: must be a postgres://'],
    ['an address that is none', { DATABASE_URL: address.replace('-', '#') }, 'DATABASE_URL: is no address'],
  ])('refuses %s', (_what, changes, text) => {
    const refused = givenDatabase(['--production', settingsFile(changes)]);
    expect(refused).toEqual({ code: 2, text: expect.stringContaining(text) as string });
    expect(JSON.stringify(refused)).not.toContain('to-be-read');
  });

  test.each([
    [['--production', 'no-such-file']],
    [['--production', folder]],
    [['--production', '2025-08-01', '2025-08-31']],
  ])('comes last, with one file or none: not %j', (args) => {
    expect(givenDatabase(args)).toMatchObject({
      code: 2,
      text: expect.stringContaining('comes last') as string,
    });
  });
});

/** Runs a command as npm does, in a shell that has these settings alone. */
const run = (script: string, args: readonly string[], settings: Readonly<Record<string, string>>) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const env = cleanEnv(settings);
    execFile(process.execPath, [inProject(script), ...args], { env, cwd: inProject() }, (error, out, err) => {
      resolve({ code: error ? error.code : 0, said: out + err });
    });
  });

// What each asks beside the database is elsewhere: the days of the second come in the wrong order.
describe.each([
  ['netlify/commands/close-month.ts', ['2025-08'], 3],
  ['netlify/commands/reconcile.ts', ['2025-08-31', '2025-08-01'], 2],
  ['netlify/commands/replay.ts', ['--export', path.join(folder, 'events.jsonl')], 3],
])('%s', (script, args, failed) => {
  test.each(['DATABASE_URL', 'NETLIFY_DATABASE_URL'])(
    'takes no stand-in of the local stack where %s names another database',
    async (name) => {
      const { code, said } = await run(script, args, { [name]: address });
      expect([code, said]).toEqual([2, expect.stringContaining('The settings name 127.0.0.1:9')]);
      expect(said).not.toContain(password);
    },
  );

  test('says the host before it works in production, and never the password', async () => {
    const { code, said } = await run(script, [...args, '--production', settingsFile()], {});
    expect([code, said]).toEqual([failed, expect.stringMatching(/^Database: 127\.0\.0\.1:9$/m)]);
    expect(said).not.toContain(password);
  });
});
