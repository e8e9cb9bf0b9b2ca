import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type FunctionResult, zipFunction, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { addMonths, monthOf } from '../../../src/shared/months.ts';
import { loadFunctions } from '../../../stack/netlify/functions.ts';
import { inProject } from '../../../stack/paths.ts';
import { exampleSettings } from '../../../stack/settings.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { signIn } from '../accounts.ts';
import { copyDatabase } from '../copy-database.ts';
import { seededTemplate } from '../provided.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cleanEnv } from '../../clean-env.ts';

const run = promisify(execFile);
const probe = fileURLToPath(new URL('bundle-probe.ts', import.meta.url));
const names = [
  'api',
  'close-month',
  'profile',
  'profile-changes',
  'reconcile',
  'reset',
  'retry-events',
  'sweep-limits',
  'validate',
];

const folder = temporaryFolder();
let built: string;
let packaged: FunctionResult[];
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await copyDatabase(seededTemplate);
  built = await sharedFunctions();
  // Tracing every file of all functions takes 14 s of processor time. One test below packages two of them so.
  packaged = await zipFunctions(built, path.join(folder, 'read'), {
    archiveFormat: 'none',
    basePath: built,
    config: { '*': { nodeBundler: 'none' } },
  });
});

const answer = z.object({
  status: z.number(),
  body: z.record(z.string(), z.unknown()),
  loaded: z.array(z.string()),
});

/** Loads a bundle as the platform's machines do, where require() of ES modules is off. */
const load = async (bundle: string, to: string, settings: Record<string, string>, token = '') => {
  const args = ['--no-experimental-require-module', '--disable-warning=ExperimentalWarning', probe];
  const url = settings.DATABASE_URL === 'embedded' ? databaseUrl : '';
  const { stdout, stderr } = await run(process.execPath, [...args, bundle, url, to, token], {
    env: cleanEnv(settings),
  });
  // The lines of the log stand before and after the probe's own.
  const lines = stdout.split('\n');
  const line = lines.find((text) => text.startsWith('{"status"'));
  const log = lines
    .filter((text) => text !== line && text.startsWith('{'))
    .map((text) => JSON.parse(text) as object);
  return { ...answer.parse(JSON.parse(line ?? '')), stderr, log };
};

const local = () =>
  exampleSettings({
    DATABASE_URL: 'embedded',
    PAYPAL_API_URL: 'http://127.0.0.1:9',
    FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
  });

/** Whether any of the loaded files carries the identity provider's library. */
const loadsIdentity = async (loaded: readonly string[]): Promise<boolean> => {
  const own = loaded.filter((url) => url.startsWith(pathToFileURL(built).href));
  expect(own.length).toBeGreaterThan(1);
  const texts = await Promise.all(own.map((url) => readFile(new URL(url), 'utf8')));
  return texts.some((text) => text.includes('securetoken@system.gserviceaccount.com'));
};

describe('the platform reads from each bundle, without running it,', () => {
  test('that these are the functions, of the new kind', () => {
    expect(packaged.map(({ name }) => name).sort()).toEqual(names);
    for (const { runtimeAPIVersion } of packaged) expect(runtimeAPIVersion).toBe(2);
  });

  test('the path, the methods and the rate rule that the source says', async () => {
    const sources = await loadFunctions(
      inProject('netlify/functions'),
      (file) => import(file) as Promise<unknown>,
    );
    for (const { name, config } of sources) {
      const found = packaged.find((one) => one.name === name);
      expect(found?.schedule).toBe(config.schedule);
      if (config.schedule) continue;
      expect(found?.routes?.map(({ pattern }) => pattern)).toEqual(config.path);
      expect(found?.routes?.[0]?.methods).toEqual(config.method ?? []);
      expect(found?.excludedRoutes?.map(({ pattern }) => pattern)).toEqual(config.excludedPath ?? []);
      expect(found?.trafficRules?.action.config).toMatchObject({
        rateLimitConfig: config.rateLimit,
        aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
      });
    }
  });
});

describe('where require() of ES modules is off', () => {
  test.each(names)('%s loads, and without settings answers 503 and logs which are missing', async (name) => {
    const { status, body, log } = await load(path.join(built, `${name}.mjs`), '/api/health', {});
    expect([status, body.code]).toEqual([503, 'service-unavailable']);
    const problem: unknown = expect.stringContaining('DATABASE_URL is missing');
    expect(log).toEqual([{ level: 'error', requestId: body.requestId, problem }]);
  });

  test('api answers /api/health with 200, and loads nothing of the identity provider for it', async () => {
    const { status, body, loaded } = await load(path.join(built, 'api.mjs'), '/api/health', local());
    expect([status, body.database]).toEqual([200, 'ok']);
    expect(await loadsIdentity(loaded)).toBe(false);
  });

  test('close-month closes the months that are over', async () => {
    const lastMonth = () => addMonths(monthOf(new Date()), -1);
    const before = lastMonth();
    const { status, body } = await load(path.join(built, 'close-month.mjs'), '/', local());
    const closed = (month: string) => [200, [{ month, statements: 0, payouts: 0, paid_cents: 0 }]];
    // A month may end meanwhile.
    expect([closed(before), closed(lastMonth())]).toContainEqual([status, body.closed]);
  });

  test('close-month closes no month while PAUSE_MONTH_CLOSE is true, and the log says so', async () => {
    const paused = { ...local(), PAUSE_MONTH_CLOSE: 'true' };
    const { body, log } = await load(path.join(built, 'close-month.mjs'), '/', paused);
    expect(body).toEqual({ closed: [] });
    expect(log).toEqual([{ level: 'warn', job: 'close-month', code: 'close-month-paused' }]);
  });

  test('a scheduled run that fails answers as a call does, and the log names it', async () => {
    const { status, body, log } = await load(path.join(built, 'reconcile.mjs'), '/', local());
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

  test('validate answers a public call without it as well', async () => {
    const { body, loaded } = await load(
      path.join(built, 'validate.mjs'),
      '/api/affiliates/validate/ada0001',
      local(),
    );
    expect(body).toEqual({ valid: true });
    expect(await loadsIdentity(loaded)).toBe(false);
  });

  test('profile shows a profile without it, under both addresses', async () => {
    for (const path of ['/api/user-profiles/user/seed-ada', '/user-profiles/user/seed-ada']) {
      const { status, body, loaded } = await load(`${built}/profile.mjs`, path, local());
      expect([status, body.name]).toEqual([200, 'Ada Affiliate']);
      expect(await loadsIdentity(loaded)).toBe(false);
    }
  });

  test('reset asks the provider about a link without it, too', async () => {
    const path = '/api/auth/validate-reset-token/sample';
    const { status, body, loaded } = await load(`${built}/reset.mjs`, path, local());
    expect([status, body.valid]).toEqual([200, false]);
    expect(await loadsIdentity(loaded)).toBe(false);
    expect(loaded.filter((url) => url.includes('common-passwords'))).toEqual([]);
  });

  test('a call with a token loads it, and it works, without what makes access tokens where none is asked for', async () => {
    const token = await signIn('admin');
    const { status, body, loaded } = await load(
      path.join(built, 'api.mjs'),
      '/api/customers',
      local(),
      token,
    );
    expect([status, body]).toEqual([200, { customers: [] }]);
    expect(await loadsIdentity(loaded)).toBe(true);
    expect(loaded.filter((url) => url.includes('access-tokens'))).toEqual([]);
  });

  test('what the platform packages of it works too', async () => {
    const token = await signIn('admin');
    const packageOne = async (name: string) => {
      const file = path.join(built, `${name}.mjs`);
      const options = { archiveFormat: 'none', basePath: built } as const;
      const result = await zipFunction(file, path.join(folder, 'packaged'), options);
      return path.join(result?.path ?? '', `${name}.mjs`);
    };
    const api = await packageOne('api');
    expect((await load(api, '/api/health', local())).status).toBe(200);
    expect((await load(api, '/api/customers', local(), token)).status).toBe(200);
    expect(await readFile(await packageOne('reset'), 'utf8')).toContain('123456 password');
  });
});
