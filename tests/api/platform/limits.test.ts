import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { addressHeaders } from '../forged-addresses.ts';
import { type Answer, type CallOptions, callerOf } from '../harness.ts';
import { newEmail, newWithdrawal, unique } from '../factories.ts';
import { openLimitedSite } from './limited-site.ts';

interface LimitedCall {
  readonly group: keyof typeof limits.perNetwork;
  readonly method: string;
  readonly path: string;
  readonly body?: () => object;
}

/** A call that Netlify counts, and the calls whose limits have counters in the database. */
const limited: Record<string, LimitedCall> = {
  'checks of codes': { group: 'validate', method: 'GET', path: '/api/affiliates/validate/ada0001' },
  'sign-ups': {
    group: 'customers',
    method: 'POST',
    path: '/api/customers',
    body: () => ({ email: newEmail() }),
  },
  withdrawals: {
    group: 'buyers',
    method: 'POST',
    path: '/api/withdrawals',
    body: newWithdrawal,
  },
  'look-ups of leaked passwords': {
    group: 'passwords',
    method: 'GET',
    path: '/api/auth/leaked-passwords/5BAA6',
  },
  trackings: {
    group: 'track',
    method: 'POST',
    path: '/api/purchase/track',
    body: () => ({ orderId: unique(), amount: '59.99', type: 'one-time' }),
  },
};

let limitedSite: Awaited<ReturnType<typeof openLimitedSite>>;
let addressCount = 0;
beforeAll(async () => {
  limitedSite = await openLimitedSite();
});
afterAll(() => limitedSite.close());

const minute = 60_000;
function advanceClock(ms: number) {
  return vi.setSystemTime(Date.now() + ms);
}
// Each test begins at the start of a minute, when the counters in the database start at 0.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / minute) * minute });
});
afterEach(() => {
  vi.useRealTimers();
});

function call(
  address: string,
  ...args: [method: string, path: string, body?: unknown, options?: CallOptions]
): Promise<Answer> {
  return callerOf((request) => limitedSite.site(request, address))(...args);
}

function newAddress() {
  return `198.51.100.${String((addressCount += 1))}`;
}

test('the rules of the functions are within Netlify’s limits', () => {
  expect(limitedSite.functions.length).toBeLessThanOrEqual(5);
  for (const { config } of limitedSite.functions) expect(config.rateLimit?.windowSize).toBe(60);
});

test('the limits have the specified numbers', () => {
  expect(limits.perNetwork).toEqual({
    customers: 10,
    passwords: 60,
    validate: 30,
    track: 20,
    buyers: 10,
    reset: 10,
    profile: 60,
    other: 300,
  });
});

describe.each(Object.entries(limited))('%s', (_name, { group, method, path, body }) => {
  const allowed = limits.perNetwork[group];
  const make = (address: string, headers: Record<string, string> = {}) =>
    call(address, method, path, body?.(), { headers });

  test(`${String(allowed)} calls a minute pass, one more is 429 until the window ends, with any headers`, async () => {
    const address = newAddress();
    for (let hit = 1; hit <= allowed; hit += 1) expect((await make(address)).status).not.toBe(429);
    const refused = await make(address);
    expect(refused.status).toBe(429);
    const error = 'Too many requests. Please wait a minute and try again.';
    expect(refused.body).toEqual({
      error,
      code: 'too-many-requests',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('x-request-id')).toBe((refused.body as { requestId: string }).requestId);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    for (const name of addressHeaders)
      expect((await make(address, { [name]: newAddress() })).status).toBe(429);
    expect((await make(newAddress())).status).not.toBe(429);
    expect((await make(newAddress(), { 'x-forwarded-for': address })).status).not.toBe(429);
    advanceClock(59_000);
    const late = await make(address);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    advanceClock(1_000);
    expect((await make(address)).status).not.toBe(429);
  });
});

test('sign-ups are counted for an IPv6 network as for one caller', async () => {
  const signUp = (address: string) => call(address, 'POST', '/api/customers', { email: newEmail() });
  for (let hit = 1; hit <= limits.perNetwork.customers; hit += 1)
    expect((await signUp(`2001:db8:1:0:${String(hit)}::1`)).status).not.toBe(429);
  expect((await signUp('2001:db8:1::ffff:1')).status).toBe(429);
  expect((await signUp('2001:db8:1:1::1')).status).not.toBe(429);
});

test('look-ups of leaked passwords use up no reset', async () => {
  const office = newAddress();
  for (let hit = 1; hit <= 12; hit += 1)
    expect((await call(office, 'GET', '/api/auth/leaked-passwords/5BAA6')).status).toBe(200);
  expect((await call(office, 'GET', '/api/auth/validate-reset-token/sample')).status).toBe(200);
});

test('the lock-out counts failures by the address that Netlify reports, and ignores headers of the caller', async () => {
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
