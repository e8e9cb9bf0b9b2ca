import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildCountedPages } from '../../netlify/build-counted-pages.ts';
import { openTestBrowser } from '../browsers/open-browser.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { loadableScripts } from './page-weight.ts';

const url = inject('siteUrl');
const files = inject('files');
let browser: Browser;
beforeAll(async () => {
  browser = await openTestBrowser();
});
afterAll(() => browser.close());

/** Long enough for a busy machine. */
const slowPage = { timeout: 60_000 };

/** A request of a counter. */
interface Counted {
  readonly method: string;
  readonly address: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads pages, chooses plans and presses an installer in a new browser. Returns the requests of the counters. */
async function travel(
  options: BrowserContextOptions,
  cookie: string,
  query = '',
): Promise<readonly Counted[]> {
  const context = await browser.newContext(options);
  await context.addCookies([{ name: 'visitor', value: cookie, url }]);
  const page = await context.newPage();
  const sent: Promise<Counted>[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/api/counts/')) return;
    sent.push(
      request.allHeaders().then((headers) => ({
        method: request.method(),
        address: request.url(),
        body: request.postData(),
        headers,
      })),
    );
  });
  const expectSent = (count: number) => expect.poll(() => sent.length, slowPage).toBe(count);
  await page.goto(`${url}/?ref=${cookie}&email=${cookie}@mail.example${query}#${cookie}`);
  await expectSent(1);
  await page.goto(`${url}/profile/${cookie}`);
  await expectSent(2);
  await page.goto(`${url}/buy`);
  await expectSent(3);
  const choose = (plan: RegExp) => page.getByRole('radio', { name: plan }).check();
  await choose(/^Basic/);
  await expectSent(4);
  await choose(/^Annual/);
  await expectSent(5);
  // Counted once.
  await choose(/^Basic/);
  await page.goto(`${url}/download`);
  await expectSent(6);
  await page.getByRole('link', { name: 'Download Windows ZIP' }).click();
  await expectSent(7);
  await page.goto(`${url}/reset-password?token=${cookie}`, { waitUntil: 'networkidle' });
  const requests = await Promise.all(sent);
  await context.close();
  return requests;
}

/** Headers that only the browser sets: about itself, the connection, and the page that the request comes from. */
const ownHeaders = /^(?:accept.*|connection|content-length|cookie|host|origin|referer|sec-.*|user-agent)$/;

/** Two visitors make the same journey. Returns their requests, without the values of their browsers. */
async function travelTwice(query?: string) {
  const first = await travel({ locale: 'en-US', viewport: { width: 1440, height: 900 } }, 'ada', query);
  const second = await travel(
    {
      locale: 'de-DE',
      userAgent: 'Other/1.0',
      timezoneId: 'Asia/Tokyo',
      colorScheme: 'dark',
      viewport: { width: 360, height: 800 },
    },
    'ben',
    query,
  );
  const own = ({ headers, ...request }: Counted) => ({
    ...request,
    headers: Object.keys(headers).filter((name) => !ownHeaders.test(name)),
  });
  return [first.map(own), second.map(own)] as const;
}

test.each([
  ['a page', undefined, ''],
  ['an owner’s link', '&from=spring', '&from=spring'],
])(
  'the counters of two different visitors of %s send the same, but for their browsers’ headers',
  async (_what, query, from) => {
    const [first, second] = await travelTwice(query);
    expect(second).toEqual(first);
    const ends = [
      'view?of=/',
      'view?of=/profile',
      'view?of=/buy',
      'plan-chosen?of=basic',
      'plan-chosen?of=annual',
      'view?of=/download',
    ];
    const download = new RegExp(`/api/counts/download\\?of=[\\w.-]+-windows\\.zip${from}$`);
    const addresses = [
      ...ends.map((end) => `${url}/api/counts/${end}${from}`),
      expect.stringMatching(download) as string,
    ];
    expect(first).toEqual(addresses.map((address) => ({ method: 'POST', address, body: null, headers: [] })));
  },
);

test('the build lists the pages whose views browsers send, and no screen of admins', async () => {
  const target = path.join(temporaryFolder(), 'pages.json');
  await buildCountedPages(files, target);
  const listed: unknown = JSON.parse(await readFile(target, 'utf8'));
  expect(listed).toEqual(expect.arrayContaining(['/', '/profile', '/buy', '/download']));
  expect(listed).not.toContain('/admin');
});

test('a view is counted after the first paint', async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/`);
  const readTimes = () =>
    page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      count:
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/counts/'))
          ?.startTime ?? 0,
    }));
  await expect.poll(async () => (await readTimes()).count, slowPage).toBeGreaterThan(0);
  const { paint, count } = await readTimes();
  expect(paint).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(paint);
  await page.close();
});

test('without a measurement id, no page and no script that it loads names Google Analytics', async () => {
  expect(inject('settings').PUBLIC_ANALYTICS_ID).toBeFalsy();
  const google = /googletagmanager|google-analytics|id="?analytics/;
  for (const page of inject('pages')) {
    const names = [page.file, ...page.scripts, ...(await loadableScripts(files, page))];
    const texts = await Promise.all(names.map((name) => readFile(path.join(files, name), 'utf8')));
    expect(names.filter((_name, index) => google.test(texts[index] ?? ''))).toEqual([]);
  }
});
