import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signIn } from '../../accounts.ts';
import { addressHeaders } from '../../forged-addresses.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import { unique } from '../../factories.ts';
import { basic, machine } from './service.ts';

const start = new Date('2026-03-01T12:00:00Z');
let now = start;
let database: TestDatabase;
let api: Api;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ database, now: () => now });
});
afterAll(() => api.close());
afterEach(() => {
  now = start;
});

const path = '/api/user-profiles/admin/statistics';
const call = (headers: Record<string, string>, address: string) =>
  api.call('GET', path, undefined, { headers, address });
const right = basic(machine.name, machine.secret);
const wrong = basic(machine.name, 'wrong');
const advanceClock = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const failTimes = async (times: number, address: string) => {
  for (let n = 1; n <= times; n += 1) expect((await call(wrong, address)).status).toBe(401);
};

describe('the credentials of the service', () => {
  test('are accepted in any letter case of the scheme', async () => {
    const address = unique();
    for (const scheme of ['Basic', 'basic', 'BASIC'])
      expect(
        (await call({ authorization: right.authorization?.replace('Basic', scheme) ?? '' }, address)).status,
      ).toBe(200);
  });

  test.each([
    ['another secret', basic(machine.name, `${machine.secret} `)],
    ['a part of the secret', basic(machine.name, machine.secret.slice(0, -1))],
    ['no secret', basic(machine.name, '')],
    ['another name', basic(machine.name.toUpperCase(), machine.secret)],
    ['missing', { authorization: 'Basic' }],
    ['not base64', { authorization: `Basic ${machine.name}:${machine.secret}` }],
    ['sent twice', { authorization: `${right.authorization ?? ''}, ${right.authorization ?? ''}` }],
  ])('are rejected if they are %s: 401 without WWW-Authenticate', async (_what, headers) => {
    const answer = await call(headers, unique());
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'sign-in-required', error: 'Sign in to do this.', message: 'Sign in to do this.' },
    });
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('are ignored in the URL and in the body', async () => {
    const query = new URLSearchParams({ name: machine.name, password: machine.secret }).toString();
    expect((await api.call('GET', `${path}?${query}`)).status).toBe(401);
    expect((await api.call('POST', '/api/user-profiles', { ...machine, userId: unique() })).status).toBe(401);
  });

  test('are always rejected if the server has no service credentials, and no failure is counted', async () => {
    const apiWithoutService = await startApi({ database, settings: { service: null } });
    const hits = () => api.rows('select count(*) from rate_limits');
    const before = await hits();
    for (const headers of [right, basic('', ''), { authorization: 'Basic' }])
      for (let n = 0; n < 12; n += 1)
        expect(
          (await apiWithoutService.call('GET', path, undefined, { headers, address: 'one' })).status,
        ).toBe(401);
    expect(await hits()).toEqual(before);
  });

  test('are compared in constant time: name and secret, as digests of one length', async () => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    try {
      for (const headers of [
        right,
        wrong,
        basic('x', machine.secret),
        basic('', ''),
        { authorization: 'Basic' },
      ]) {
        compare.mockClear();
        await call(headers, unique());
        expect(compare).toHaveBeenCalledTimes(2);
        for (const [first, second] of compare.mock.calls)
          expect([first.byteLength, second.byteLength]).toEqual([32, 32]);
      }
    } finally {
      compare.mockRestore();
      syncBuiltinESMExports();
    }
  });
});

describe('ten failures in 15 minutes', () => {
  test('lock a network address out for 15 minutes, even with right credentials', async () => {
    const address = unique();
    await failTimes(9, address);
    expect((await call(right, address)).status).toBe(200);
    await failTimes(1, address);
    for (const headers of [wrong, right]) {
      const answer = await call(headers, address);
      expect(answer).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
      expect(answer.headers.get('retry-after')).toBe('900');
      const error = 'Too many requests. Please wait 15 minutes and try again.';
      expect(answer.body).toMatchObject({ error, message: error });
    }
    advanceClock(899);
    const late = await call(right, address);
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    advanceClock(1);
    expect((await call(right, address)).status).toBe(200);
    await failTimes(10, address);
    expect((await call(wrong, address)).status).toBe(429);
  });

  test('lock out in any period of 15 minutes, not only in fixed windows', async () => {
    const address = unique();
    advanceClock(840);
    await failTimes(9, address);
    advanceClock(120);
    await failTimes(1, address);
    advanceClock(899);
    expect((await call(right, address)).status).toBe(429);
    advanceClock(1);
    expect((await call(right, address)).status).toBe(200);
  });

  test.each([
    ['wrong', wrong],
    ['right', right],
  ])('limit the next call with %s credentials to one query and no Server-Timing', async (_which, headers) => {
    const address = unique();
    await failTimes(10, address);
    const answer = await call(headers, address);
    expect(answer.status).toBe(429);
    expect(answer.headers.get('server-timing')).toBeNull();
    expect(api.log.at(-1)).toMatchObject({ db: { calls: 1 } });
  });

  test('lock out only machines of the same network address, and forged address headers do not bypass the lock-out', async () => {
    const address = unique();
    await failTimes(10, address);
    expect((await call(right, unique())).status).toBe(200);
    for (const name of addressHeaders)
      expect((await call({ ...right, [name]: unique() }, address)).status).toBe(429);
    const token = await signIn('admin');
    expect((await api.call('GET', path, undefined, { token, address })).status).toBe(200);
    expect((await api.call('GET', '/api/user-profiles/user/seed-ada', undefined, { address })).status).toBe(
      200,
    );
  });

  test('are counted over all calls with credentials', async () => {
    const address = unique();
    const paths = [
      '/api/user-profiles',
      '/user-profiles',
      path,
      '/api/user-profiles/user/seed-ada',
      '/api/affiliates/validate/ada0001',
    ];
    for (const to of [...paths, ...paths])
      expect((await api.call('GET', to, undefined, { headers: wrong, address })).status).toBe(401);
    expect((await call(right, address)).status).toBe(429);
  });

  test('store only a hash of the network address', async () => {
    const address = `203.0.113.${unique()}`;
    await failTimes(1, address);
    const [{ all } = {}] = await api.rows("select string_agg(key, ' ') as all from rate_limits");
    expect(all).not.toContain('203.0.113');
  });
});
