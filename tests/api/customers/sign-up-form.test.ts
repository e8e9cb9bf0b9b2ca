import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../harness.ts';
import { newEmail } from '../mint.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => new Date('2026-03-01T12:00:00Z') });
});
afterAll(() => api.close());

const send = async (
  fields: Record<string, string>,
  referer?: string,
): Promise<{ status: number; headers: Headers; page: string }> => {
  const { status, headers, body } = await api.call(
    'POST',
    '/api/customers',
    new URLSearchParams(fields).toString(),
    {
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

const kept = (email: string) => api.rows('select name, email from customers where email = $1', [email]);

test('a form sent before the page’s script runs is kept and answered with a page', async () => {
  const email = newEmail();
  const { status, page, headers } = await send({ name: ' Ada ', email });
  expect(status).toBe(201);
  expect(page).toContain('Successfully subscribed to our newsletter!');
  expect(page).toMatch(/<html lang="en">[\s\S]*plain\.css[\s\S]*site-header[\s\S]*<h1[\s\S]*site-footer/);
  expect(linkBack(page)).toEqual(['/', 'Back to the home page']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(await kept(email)).toEqual([{ name: 'Ada', email }]);
});

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['nobody', 'Please enter a valid email address'],
])('the address %j comes back in the form with its sentence', async (email, sentence) => {
  const { status, page } = await send({ name: 'Ada', email });
  expect(status).toBe(422);
  expect(page).toContain(`role="alert" data-kind="error">${sentence}</p>`);
  expect(page).toContain('value="Ada"');
  expect(page).toContain(`value="${email}"`);
});

test.each([
  ['is kept', () => newEmail(), 201],
  ['is refused', () => 'nobody', 422],
])('a form that %s leads back to the page it was sent from', async (_what, email, expected) => {
  const { status, page } = await send({ email: email() }, 'http://site.example/features?secret=1#x');
  expect(status).toBe(expected);
  expect(linkBack(page)).toEqual(['/features', 'Back to where you were']);
});

test('a form that is sent again from the answer leads back to the first page, and never elsewhere', async () => {
  const again = 'http://site.example/api/customers';
  const { page } = await send({ email: 'nobody' }, 'http://site.example/features');
  const back = /name="back" value="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(linkBack((await send({ email: newEmail(), back }, again)).page)?.[0]).toBe('/features');
  for (const other of [
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    expect(linkBack((await send({ email: newEmail(), back: other }, again)).page)?.[0]).toBe('/');
});

test('an address is required even with a name, other than at the checkout', async () => {
  expect((await send({ name: 'No Address' })).status).toBe(422);
  expect(await api.rows("select * from customers where name = 'No Address'")).toEqual([]);
});

test('what was typed is text in the page, never markup', async () => {
  const { status, page } = await send({
    name: `"><script>alert(1)</script>`,
    email: `'"><img src=x onerror=alert(1)>`,
  });
  expect(status).toBe(422);
  expect(page).not.toMatch(/<script|<img src=x/);
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
});

test('too many sign-ups of one address are 429 with Retry-After, as a page', async () => {
  const email = newEmail();
  for (let hit = 0; hit < 60; hit += 1) await api.call('POST', '/api/customers', { email });
  const { status, page, headers } = await send({ email });
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('900');
  expect(page).toContain('Too many requests.');
});

test('a form larger than 64 KB is 413', async () => {
  const answer = await api.call('POST', '/api/customers', `email=${'x'.repeat(65_531)}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
});
