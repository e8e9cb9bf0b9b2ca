import * as z from 'zod';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { FunctionResult } from '@netlify/zip-it-and-ship-it';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { readBuiltLetters } from '../../../src/server/people/newsletter/letters/built-letters.ts';
import { addMonths, monthOf } from '../../../src/shared/dates.ts';
import { loadFunctions } from '../../../stack/netlify/functions.ts';
import { inProject } from '../../../stack/paths.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { signIn } from '../accounts.ts';
import { copyDatabase } from '../copy-database.ts';
import { seededTemplate } from '../provided.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cleanEnv } from '../../clean-env.ts';
import { packageFunctions } from '../../package-functions.ts';

const run = promisify(execFile);
const probe = fileURLToPath(new URL('bundle-probe.ts', import.meta.url));
const names = [
  'api',
  'close-left',
  'close-month',
  'every-minute',
  'profile',
  'profile-changes',
  'reconcile',
  'reset',
  'sweep',
  'validate',
];

const folder = temporaryFolder();
let packaged: FunctionResult[];
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await copyDatabase(seededTemplate);
  packaged = await packageFunctions(await sharedFunctions(), folder);
});

/** Returns the file of a function in the package that Netlify uploads. */
function packagedFile(name: string): string {
  const packageFolder = packaged.find((result) => result.name === name)?.path;
  if (packageFolder === undefined) throw new Error(`The packager left ${name} out.`);
  return path.join(packageFolder, `${name}.mjs`);
}

const probeOutput = z.object({
  status: z.number(),
  body: z.record(z.string(), z.unknown()),
  loaded: z.array(z.string()),
});

/** Loads a packaged function and calls it. require() of ES modules is off, as on Netlify. */
async function load(name: string, to: string, settings: Record<string, string>, token = '') {
  const args = ['--no-experimental-require-module', '--disable-warning=ExperimentalWarning', probe];
  const url = settings.DATABASE_URL === 'embedded' ? databaseUrl : '';
  const { stdout, stderr } = await run(process.execPath, [...args, packagedFile(name), url, to, token], {
    env: cleanEnv(settings),
  });
  // Log lines come before and after the line of the probe.
  const lines = stdout.split('\n');
  const line = lines.find((text) => text.startsWith('{"status"'));
  const log = lines
    .filter((text) => text !== line && text.startsWith('{'))
    .map((text) => JSON.parse(text) as object);
  return { ...probeOutput.parse(JSON.parse(line ?? '')), stderr, log };
}

/** Returns the settings of a function on this machine. */
function localSettings() {
  return exampleSettings({
    DATABASE_URL: 'embedded',
    PAYPAL_API_URL: 'http://127.0.0.1:9',
    FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
  });
}

/** Returns true if one of the loaded files contains firebase-admin. */
async function loadsFirebase(loaded: readonly string[]): Promise<boolean> {
  const functionFiles = loaded.filter((url) => url.startsWith(pathToFileURL(folder).href));
  expect(functionFiles.length).toBeGreaterThan(1);
  const texts = await Promise.all(functionFiles.map((url) => readFile(new URL(url), 'utf8')));
  return texts.some((text) => text.includes('securetoken@system.gserviceaccount.com'));
}

describe('Netlify’s packager reads from each bundle without running it', () => {
  test('the names of the functions and their API version', () => {
    expect(packaged.map(({ name }) => name).sort()).toEqual(names);
    for (const { runtimeAPIVersion } of packaged) expect(runtimeAPIVersion).toBe(2);
  });

  test('the letters, where a function reads them', async () => {
    const apiFolder = packaged.find(({ name }) => name === 'api')?.path ?? '';
    expect(await readBuiltLetters(apiFolder)).toContainEqual(
      expect.objectContaining({ slug: 'version-1-0' }),
    );
  });

  test('the path, the methods, the schedule and the rate rule of the source', async () => {
    const sources = await loadFunctions(
      inProject('netlify/functions'),
      (file) => import(file) as Promise<unknown>,
    );
    for (const { name, config } of sources) {
      const result = packaged.find((candidate) => candidate.name === name);
      expect(result?.schedule).toBe(config.schedule);
      if (config.schedule) continue;
      expect(result?.routes?.map(({ pattern }) => pattern)).toEqual(config.path);
      expect(result?.routes?.[0]?.methods).toEqual(config.method ?? []);
      expect(result?.excludedRoutes?.map(({ pattern }) => pattern)).toEqual(config.excludedPath ?? []);
      expect(result?.trafficRules?.action.config).toMatchObject({
        rateLimitConfig: config.rateLimit,
        aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
      });
    }
  });
});

describe('a packaged function without require() of ES modules', () => {
  test.each(['api', 'sweep'])(
    '%s without settings answers 503 and logs the missing settings',
    async (name) => {
      const { status, body, log } = await load(name, '/api/health', {});
      expect([status, body.code]).toEqual([503, 'service-unavailable']);
      const problem: unknown = expect.stringContaining('DATABASE_URL is missing');
      expect(log).toEqual([{ level: 'error', requestId: body.requestId, problem }]);
    },
  );

  test('api answers /api/health with 200 without loading firebase-admin', async () => {
    const { status, body, loaded } = await load('api', '/api/health', localSettings());
    expect([status, body.database]).toEqual([200, 'ok']);
    expect(await loadsFirebase(loaded)).toBe(false);
  });

  test('close-month closes the last month', async () => {
    const lastMonth = () => addMonths(monthOf(new Date()), -1);
    const before = lastMonth();
    const { status, body } = await load('close-month', '/', localSettings());
    const closed = (month: string) => [200, [{ month, statements: 0, payouts: 0, paid_cents: 0 }]];
    // The month may change during the test.
    expect([closed(before), closed(lastMonth())]).toContainEqual([status, body.closed]);
  });

  test('close-month closes no month while PAUSE_MONTH_CLOSE is true, and logs a warning', async () => {
    const paused = { ...localSettings(), PAUSE_MONTH_CLOSE: 'true' };
    const { body, log } = await load('close-month', '/', paused);
    expect(body).toEqual({ closed: [] });
    expect(log).toEqual([{ level: 'warn', job: 'close-month', code: 'close-month-paused' }]);
  });

  test('a scheduled run that fails answers like a call, and the log has its name', async () => {
    const { status, body, log } = await load('reconcile', '/', localSettings());
    expect([status, body.code]).toEqual([503, 'payment-provider-unavailable']);
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        job: 'reconcile',
        code: 'payment-provider-unavailable',
        requestId: body.requestId,
      }),
    );
  });

  test('every-minute answers for each of its jobs, and one that fails does not stop the others', async () => {
    const mail = { MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Nobody', MAIL_LINK_SECRET: 'x'.repeat(64) };
    const { status, body, log } = await load('every-minute', '/', { ...localSettings(), ...mail });
    expect([status, body]).toEqual([
      500,
      {
        'retry-events': { done: 0, failed: 0 },
        'paypal-actions': { done: 0, refused: 0, waiting: 0 },
        'send-mails': expect.objectContaining({ code: 'internal-error' }) as object,
      },
    ]);
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'error', job: 'send-mails', code: 'internal-error' }),
    );
  });

  test('validate answers without loading firebase-admin', async () => {
    const { body, loaded } = await load('validate', '/api/affiliates/validate/ada0001', localSettings());
    expect(body).toEqual({ valid: true });
    expect(await loadsFirebase(loaded)).toBe(false);
  });

  test('profile answers under both addresses without loading firebase-admin', async () => {
    for (const path of ['/api/user-profiles/user/seed-ada', '/user-profiles/user/seed-ada']) {
      const { status, body, loaded } = await load('profile', path, localSettings());
      expect([status, body.name]).toEqual([200, 'Ada Affiliate']);
      expect(await loadsFirebase(loaded)).toBe(false);
    }
  });

  test('reset checks a link without loading firebase-admin or the common passwords', async () => {
    const path = '/api/auth/validate-reset-token/sample';
    const { status, body, loaded } = await load('reset', path, localSettings());
    expect([status, body.valid]).toEqual([200, false]);
    expect(await loadsFirebase(loaded)).toBe(false);
    expect(loaded.filter((url) => url.includes('common-passwords'))).toEqual([]);
  });

  test('a call with a token loads firebase-admin and is answered', async () => {
    const token = await signIn('admin');
    const { status, body, loaded } = await load('api', '/api/customers', localSettings(), token);
    expect([status, body]).toEqual([200, { customers: [] }]);
    expect(await loadsFirebase(loaded)).toBe(true);
  });
});
