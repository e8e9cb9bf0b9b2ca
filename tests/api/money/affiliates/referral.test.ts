import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, callerOf, startApi } from '../../harness.ts';
import { newAffiliate } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const click = (code: unknown) => api.call('POST', '/api/referral', { code });

const attributesOf = (cookie: string | undefined) => new Set(cookie?.split('; '));

test('a referral sets a cookie that scripts can read, for 60 days including the last second', async () => {
  const answer = await click(' ADA0001 ');
  expect(answer).toMatchObject({ status: 204, body: null });
  const cookies = answer.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(attributesOf(cookies[0])).toEqual(
    new Set(['affiliate_code=ada0001', 'Max-Age=5184001', 'Path=/', 'SameSite=Lax']),
  );
});

test('a referral over https sets a Secure cookie', async () => {
  const call = callerOf((request) => api.app.fetch(request));
  const answer = await call('POST', 'https://site.example/api/referral', { code: 'ada0001' });
  expect(attributesOf(answer.headers.getSetCookie()[0])).toContain('Secure');
});

const cookiesFor = async (code: unknown) => {
  const answer = await click(code);
  expect(answer.status).toBe(204);
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
};

test('a referral with a code that no affiliate has sets no cookie', async () => {
  for (const code of ['producthunt', 'nobodys1', 'a; Domain=evil.example', 'a\r\nSet-Cookie: b=c'])
    expect(await cookiesFor(code)).toEqual([]);
});

test('a referral with several values uses the first code of an affiliate, and repairs damaged links', async () => {
  expect(await cookiesFor(['producthunt', 'ada0001'])).toEqual(['affiliate_code=ada0001']);
  expect(await cookiesFor(['', 'ada0001', 'pia0002'])).toEqual(['affiliate_code=ada0001']);
  expect(await cookiesFor(['ada0001).', 'x'])).toEqual(['affiliate_code=ada0001']);
});

test('a referral of an inactive affiliate sets a cookie, and a referral of a closed affiliate does not', async () => {
  const inactive = await newAffiliate(api.rows, { activeFrom: null });
  expect(await cookiesFor(inactive.code)).toEqual([`affiliate_code=${inactive.code}`]);
  await api.rows('update affiliates set closed_at = now(), email = null where id = $1', [inactive.id]);
  expect(await cookiesFor(inactive.code)).toEqual([]);
});

test('a referral stores nothing in the database', async () => {
  const count = () =>
    api.rows('select (select count(*) from rate_limits) + (select count(*) from audit_log) as n');
  const before = await count();
  expect((await click('ada0001')).status).toBe(204);
  expect(await count()).toEqual(before);
});

test.each([
  ['PayPal’s word for no code', 'default'],
  ['201 characters', 'x'.repeat(201)],
  ['a sixth value', ['', '', '', '', '', 'ada0001']],
])('a referral with %s is 422 and sets no cookie', async (_what, code) => {
  const answer = await click(code);
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ field: 'code' }] } });
  expect(answer.headers.getSetCookie()).toEqual([]);
});
