import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, callerOf, startApi } from '../harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const click = (code: unknown) => api.call('POST', '/api/referral', { code });

const attributesOf = (cookie: string | undefined) => new Set(cookie?.split('; '));

test('a referral is remembered for 60 days, the last second included, in a cookie that scripts can read', async () => {
  const answer = await click(' ADA0001 ');
  expect(answer).toMatchObject({ status: 204, body: null });
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(attributesOf(cookies[0])).toEqual(
    new Set(['affiliate_code=ada0001', 'Max-Age=5184001', 'Path=/', 'SameSite=Lax']),
  );
});

test('over https the cookie is Secure', async () => {
  const call = callerOf((request) => api.app.fetch(request));
  const answer = await call('POST', 'https://site.example/api/referral', { code: 'ada0001' });
  expect(attributesOf(answer.headers.getSetCookie()[0])).toContain('Secure');
});

test('nothing is stored, and a code need not exist', async () => {
  const count = () =>
    api.rows('select (select count(*) from rate_limits) + (select count(*) from audit_log) as n');
  const before = await count();
  expect((await click('nobodys1')).status).toBe(204);
  expect(await count()).toEqual(before);
});

describe('a bad code is 422 and sets no cookie', () => {
  test.each([
    ['empty', ''],
    ['the provider’s word for none', 'default'],
    ['a cookie of its own', 'a; Domain=evil.example'],
    ['a line break', 'a\r\nSet-Cookie: b=c'],
    ['33 characters', 'x'.repeat(33)],
    ['201 characters', 'x'.repeat(201)],
    ['an emoji', '😀'],
    ['a number', 7],
    ['null', null],
    ['nothing', undefined],
  ])('%s', async (_what, code) => {
    const answer = await click(code);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field: 'code' }] } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});
