import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { access } from '../../../src/server/http/access.ts';
import { limits } from '../../../src/shared/limits.ts';
import { readConfiguration } from '../../stack/netlify/configuration.ts';
import { createBackground } from '../../stack/netlify/background.ts';
import { functionFor, loadFunctions, type SiteFunction } from '../../stack/netlify/functions.ts';
import { createRateLimiter } from '../../stack/netlify/rate-limit.ts';
import { createSiteHandler } from '../../stack/netlify/site-handler.ts';
import { inProject } from '../../stack/paths.ts';
import { applySettings, localSettings } from '../../stack/settings.ts';
import { closeServer, serveHandler } from '../../stack/web-server.ts';
import { type Answer, type CallOptions, callerOf, openEmbedded, type TestDatabase } from '../harness.ts';
import { newEmail, unique } from '../mint.ts';

interface Limited {
  readonly group: keyof typeof limits.perAddress;
  readonly method: string;
  readonly path: string;
  readonly body?: () => object;
}

/** Each function, the limit it is meant to hold, and a call it answers. */
const expected: Record<string, Limited> = {
  subscribe: {
    group: 'customers',
    method: 'POST',
    path: '/api/customers',
    body: () => ({ email: newEmail() }),
  },
  customers: { group: 'other', method: 'GET', path: '/api/customers' },
  validate: { group: 'validate', method: 'GET', path: '/api/affiliates/validate/ada0001' },
  track: {
    group: 'track',
    method: 'POST',
    path: '/api/purchase/track',
    body: () => ({ orderId: unique(), amount: '59.99', type: 'one-time' }),
  },
  reset: { group: 'reset', method: 'GET', path: '/api/auth/validate-reset-token/sample' },
  profile: { group: 'profile', method: 'GET', path: '/api/user-profiles/user/seed-ada' },
  'profile-changes': { group: 'other', method: 'DELETE', path: '/api/user-profiles/user/seed-ada' },
  api: { group: 'other', method: 'GET', path: '/api/nothing' },
};

let database: TestDatabase;
let functions: SiteFunction[];
let now = Date.now();
let addresses = 0;
let site: (request: Request, address: string) => Promise<Response>;
let call: (
  address: string,
  ...args: [method: string, path: string, body?: unknown, options?: CallOptions]
) => Promise<Answer>;
beforeAll(async () => {
  // The functions log each call, as they do in production.
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  applySettings(
    localSettings({
      PAYPAL_API_URL: 'http://127.0.0.1:9',
      DATABASE_URL: 'embedded',
      FIREBASE_AUTH_EMULATOR_HOST: new URL(inject('identityUrl')).host,
    }),
  );
  database = await openEmbedded();
  const all = await loadFunctions(inProject('netlify/functions'), (file) => import(file) as Promise<unknown>);
  // Nobody can call a scheduled one.
  functions = all.filter(({ config }) => !config.schedule);
  const handle = createSiteHandler({
    configuration: readConfiguration(inProject('netlify.toml')),
    functions: () => Promise.resolve(functions),
    limiter: createRateLimiter(() => now),
    background: createBackground(),
  });
  // What no function answers is a page of the site.
  site = async (request, address) => {
    const answer = await handle(request, address);
    return typeof answer === 'string' ? new Response(null, { status: 404 }) : answer;
  };
  call = (address, ...args) => callerOf((request) => site(request, address))(...args);
});
afterAll(() => database.close());

const newAddress = () => `198.51.100.${String((addresses += 1))}`;

test('every function holds the limit of its group, for a minute', () => {
  expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
  for (const { name, config } of functions)
    expect([name, config.rateLimit]).toEqual([
      name,
      { windowSize: 60, windowLimit: limits.perAddress[expected[name]?.group ?? 'reset'] },
    ]);
});

test('the limits are the ones decided', () => {
  expect(limits.perAddress).toEqual({
    customers: 10,
    validate: 30,
    track: 20,
    reset: 10,
    profile: 60,
    other: 300,
  });
});

describe.each(Object.entries(expected))('%s', (_name, { group, method, path, body }) => {
  const allowed = limits.perAddress[group];
  const make = (address: string, headers: Record<string, string> = {}) =>
    call(address, method, path, body?.(), { headers });
  const exhaust = async (address: string) => {
    for (let hit = 1; hit <= allowed; hit += 1) expect((await make(address)).status).not.toBe(429);
  };

  test(`${String(allowed)} calls a minute pass, and one more is 429 in the API’s shape with Retry-After`, async () => {
    const address = newAddress();
    await exhaust(address);
    const refused = await make(address);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      error: 'Too many requests. Please wait a minute and try again.',
      code: 'too-many-requests',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('x-request-id')).toBe((refused.body as { requestId: string }).requestId);
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('forged address headers do not help, and other addresses are not affected', async () => {
    const address = newAddress();
    await exhaust(address);
    for (const name of [
      'x-forwarded-for',
      'x-nf-client-connection-ip',
      'client-ip',
      'x-real-ip',
      'forwarded',
    ])
      expect((await make(address, { [name]: newAddress() })).status).toBe(429);
    expect((await make(newAddress())).status).not.toBe(429);
    expect((await make(newAddress(), { 'x-forwarded-for': address })).status).not.toBe(429);
  });

  test('the window passes', async () => {
    const address = newAddress();
    await exhaust(address);
    now += 59_000;
    const late = await make(address);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    now += 1_000;
    expect((await make(address)).status).not.toBe(429);
  });
});

test('another path of the same function does not start a new count', async () => {
  const reader = newAddress();
  for (let hit = 1; hit <= 60; hit += 1)
    await call(reader, 'GET', `${hit % 2 ? '/api' : ''}/user-profiles/user/somebody${String(hit)}`);
  for (const prefix of ['/api', ''])
    expect((await call(reader, 'GET', `${prefix}/user-profiles/user/another`)).status).toBe(429);
  const address = newAddress();
  for (let hit = 1; hit <= 30; hit += 1)
    await call(address, 'GET', `/api/affiliates/validate/code${String(hit)}`);
  expect((await call(address, 'GET', '/api/affiliates/validate/another')).status).toBe(429);
});

describe('no other spelling of a limited call’s path gets past its limit', () => {
  const path = '/api/affiliates/validate/ada0001';
  const spellings = [
    path,
    `${path}?again`,
    `${path}#again`,
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `//site.example${path}`,
    `http://site.example${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/api/x/../affiliates/validate/ada0001`,
    `/api/x/%2e%2e/affiliates/validate/ada0001`,
    `/api/nothing/%2E./affiliates/validate/ada0001`,
    `/api/docs/..%2faffiliates/validate/ada0001`,
    '/api/./affiliates/validate/ada0001',
    '/api//affiliates/validate/ada0001',
    '/api/affiliates//validate/ada0001',
    '/api\\affiliates\\validate\\ada0001',
    '/api/affiliates/%76alidate/ada0001',
    '/api/affiliates/%2576alidate/ada0001',
    '/%61pi/affiliates/validate/ada0001',
    '/api/affiliates/validate%2fada0001',
    '/api/affiliates/validate;x=1/ada0001',
    '/api/affiliates/validate/ada0001%00',
    '/API/affiliates/validate/ada0001',
    '/api/Affiliates/VALIDATE/ada0001',
    '/api/affiliates/validate/ada0001/..%2f',
  ];
  /** The path goes over the line as it is spelled. */
  const send = (server: Server, spelling: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      request({ host: '127.0.0.1', port, path: spelling }, (answer) => {
        text(answer).then((body) => {
          resolve({ status: answer.statusCode ?? 0, body });
        }, reject);
      })
        .on('error', reject)
        .end();
    });

  test('whether it is another name of the call, or of nothing', async () => {
    const server = await serveHandler(site, 0);
    for (let hit = 1; hit <= limits.perAddress.validate; hit += 1)
      expect((await send(server, path)).status).toBe(200);
    for (const spelling of spellings) {
      const { status, body } = await send(server, spelling);
      expect([spelling, [400, 401, 404, 405, 429].includes(status), body.includes('valid":')]).toEqual([
        spelling,
        true,
        false,
      ]);
    }
    await closeServer(server);
  });
});

test('the platform’s address is the one that is locked out, whatever headers claim', async () => {
  const address = newAddress();
  const path = '/api/user-profiles/admin/statistics';
  const headersOf = (credentials: string) => ({
    authorization: `Basic ${btoa(credentials)}`,
    'x-forwarded-for': newAddress(),
    'x-nf-client-connection-ip': newAddress(),
  });
  const wrong = () => call(address, 'GET', path, undefined, { headers: headersOf('local-machine:wrong') });
  for (let hit = 1; hit <= 10; hit += 1) expect((await wrong()).status).toBe(401);
  expect((await wrong()).status).toBe(429);
  const { PROFILE_SERVICE_NAME = '', PROFILE_SERVICE_SECRET = '' } = process.env;
  const right = { headers: headersOf(`${PROFILE_SERVICE_NAME}:${PROFILE_SERVICE_SECRET}`) };
  expect((await call(address, 'GET', path, undefined, right)).status).toBe(429);
  expect((await call(newAddress(), 'GET', path, undefined, right)).status).toBe(200);
});

describe('no call is answered by two functions, and every call of the access table by one', () => {
  const paths = [...new Set(Object.keys(access).map((name) => name.split(' ')[1] ?? ''))];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  test.each(paths)('%s', (pattern) => {
    const path = pattern.replace(/:\w+/g, 'sample');
    for (const method of methods) expect(functionFor(functions, method, path)).not.toBeNull();
    for (const other of [`${path}/`, `${path}/more`, path.toUpperCase()])
      for (const method of methods) expect(() => functionFor(functions, method, other)).not.toThrow();
  });

  test('pages are answered by none', () => {
    for (const path of [
      '/',
      '/buy',
      '/apiary',
      '/api-docs',
      '/user-profile',
      '/user-profile-admin',
      '/user-profiles-of-others',
      '/profile/seed-ada',
    ])
      expect(functionFor(functions, 'GET', path)).toBeNull();
  });
});
