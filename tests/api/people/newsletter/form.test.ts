import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { type Api, type CallOptions, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-03-01T12:00:00Z') });
});
afterAll(() => api.close());

const send = async (
  fields: Record<string, string>,
  referer?: string,
  options: CallOptions = {},
): Promise<{ status: number; headers: Headers; page: string }> => {
  const { status, headers, body } = await api.call(
    'POST',
    '/api/customers',
    new URLSearchParams(fields).toString(),
    {
      ...options,
      headers: {
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        ...(referer !== undefined && { referer }),
      },
    },
  );
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  return { status, headers, page: String(body) };
};

const linkBack = (page: string) =>
  /<a class="button" href="([^"]*)">\s*([^<]*?)\s*<\/a>/.exec(page)?.slice(1);

const stored = (email: string) =>
  api.rows('select name, email, state, source from newsletter_subscriptions where email = $1', [email]);

test('a plain form post stores the request for the newsletter, no customer, and answers with a page', async () => {
  const email = newEmail();
  const { status, page, headers } = await send({ name: ' Ada ', email });
  expect(status).toBe(201);
  expect(page).toContain('Successfully subscribed to our newsletter!');
  expect(page).toMatch(/<html lang="en">[\s\S]*plain\.css[\s\S]*site-header[\s\S]*<h1[\s\S]*site-footer/);
  expect(linkBack(page)).toEqual(['/', 'Back to the home page']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await stored(email)).toEqual([{ name: 'Ada', email, state: 'asked', source: '/' }]);
  expect(await api.rows('select 1 from customers where email = $1', [email])).toEqual([]);
});

test.each([
  ['', 'Email is required'],
  ['nobody', 'Please enter a valid email address'],
])('the email %j is rejected with the form, its values and the error', async (email, message) => {
  const { status, page } = await send({ name: 'Ada', email });
  expect(status).toBe(422);
  expect(page.replaceAll(/\s+/g, ' ')).toContain(`role="alert" data-kind="error"> ${message} </p>`);
  expect(page).toContain('value="Ada"');
  expect(page).toContain(`value="${email}"`);
});

test('a form sent from the answer page links back to the first page, and never to another site', async () => {
  const again = 'http://site.example/api/customers';
  const first = 'http://site.example/features';
  const { page } = await send({ email: 'nobody' }, first);
  const back = /name="back" value="([^"]*)"/.exec(page)?.[1] ?? '';
  // Browsers send no referrer from this page.
  for (const referer of [again, undefined]) {
    const email = newEmail();
    expect(linkBack((await send({ email, back }, referer)).page)?.[0]).toBe('/features');
    expect(await stored(email)).toMatchObject([{ source: '/features' }]);
  }
  for (const other of [
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    expect(linkBack((await send({ email: newEmail(), back: other }, again)).page)?.[0]).toBe('/');
});

test('submitted values are escaped in the page', async () => {
  const { status, page } = await send({
    name: `"><script>alert(1)</script>`,
    email: `'"><img src=x onerror=alert(1)>`,
  });
  expect(status).toBe(422);
  expect(page).not.toMatch(/<script|<img src=x/);
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
});

test('too many sign-ups by one caller answer a page with 429 and Retry-After', async () => {
  const address = '198.51.100.10';
  for (let hit = 0; hit < limits.perNetwork.customers; hit += 1)
    await api.call('POST', '/api/customers', { email: newEmail(), newsletter: true }, { address });
  const { status, page, headers } = await send({ email: newEmail() }, undefined, { address });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(page).toContain('Too many requests.');
});
