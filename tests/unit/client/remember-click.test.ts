import { beforeEach, expect, test, vi } from 'vitest';
import { rememberClick } from '../../../src/client/head/remember-click.ts';

/** The codes that the page sent. The server answers with the cookie of the first one. */
let sent: string[];
let status: number;
let page: { cookie: string };

beforeEach(() => {
  sent = [];
  status = 204;
  page = { cookie: '' };
  vi.stubGlobal('REFERRAL_COOKIE_AGE', 5_184_001);
  vi.stubGlobal('sessionStorage', {});
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const { code } = JSON.parse(body) as { code: readonly string[] };
    sent.push(code.join());
    if (status === 204) page.cookie = `affiliate_code=${code[0] ?? ''}`;
    return Promise.resolve({ status });
  });
});

const visit = async (query: string) => {
  vi.stubGlobal('location', { search: query });
  await rememberClick();
};

test('a tab sends the same link once', async () => {
  await visit('?ref=ada0001');
  await visit('?ref=ada0001');
  expect(sent).toEqual(['ada0001']);
});

test('a tab sends the same link again on the next day', async () => {
  vi.setSystemTime(new Date('2026-11-28T12:00:00Z'));
  await visit('?ref=ada0001');
  vi.setSystemTime(new Date('2026-11-30T12:00:00Z'));
  await visit('?ref=ada0001');
  expect(sent).toHaveLength(2);
});

test('a tab sends a link again after a click on another link, also in another tab', async () => {
  await visit('?ref=ada0001');
  page.cookie = 'affiliate_code=pia0002';
  await visit('?ref=ada0001');
  expect(sent).toHaveLength(2);
});

test.each([503, 429])('a tab sends a link again if our server did not answer (%i)', async (failure) => {
  status = failure;
  await visit('?ref=ada0001');
  status = 204;
  await visit('?ref=ada0001');
  await visit('?ref=ada0001');
  expect(sent).toHaveLength(2);
});

test.each([
  ['https:', 'affiliate_code=ada0001;Max-Age=5184001;Path=/;SameSite=Lax;Secure'],
  ['http:', 'affiliate_code=ada0001;Max-Age=5184001;Path=/;SameSite=Lax'],
])('without an answer of our server, the page sets the cookie itself, by %s', async (protocol, cookie) => {
  status = 503;
  vi.stubGlobal('location', { search: '?ref=ada0001', protocol });
  await rememberClick();
  expect(page.cookie).toBe(cookie);
});

test('a browser that refuses storage sends each click', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  await visit('?ref=ada0001');
  await visit('?ref=ada0001');
  expect(sent).toHaveLength(2);
});

test('the codes of a link are sent even if its parameter was damaged', async () => {
  await visit('?utm_source=mail&amp;REF=producthunt&REF=ada%200001%22');
  expect(sent).toEqual(['producthunt,ada 0001"']);
});
