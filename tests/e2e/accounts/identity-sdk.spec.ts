import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '../fixtures.ts';
import { submitButton } from './screens.ts';

/** What the identity SDK may cost, compressed. Bytes. */
const BUDGET = 35 * 1_024;

const isSdk = (url: string): boolean => url.includes('/_astro/identity.');

test('the identity SDK that /login fetches is one script of at most 35 KB', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('request', (asked) => {
    if (isSdk(asked.url())) scripts.push(asked.url());
  });
  const asked = page.waitForRequest((request) => isSdk(request.url()));
  await page.goto('/login');
  const script = (await asked).url();
  await expect(submitButton(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const more = scripts.filter((url) => url !== script);
  expect(more).toEqual([]);
  const body = await (await request.get(script)).body();
  expect(gzipSync(body).byteLength).toBeLessThanOrEqual(BUDGET);
  expect(brotliCompressSync(body).byteLength).toBeLessThanOrEqual(BUDGET);
});

test('the screens that need no identity fetch no SDK', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (asked) => {
    if (isSdk(asked.url())) fetched.push(page.url());
  });
  for (const path of ['/forgot-password', '/reset-password', '/set-new-password'])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect(fetched).toEqual([]);
});

test('a screen offers another try when the browser’s storage never answers', async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const sdk = page.waitForResponse((response) => isSdk(response.url()));
  await page.goto('/affiliate-dashboard');
  await (await sdk).finished();
  await page.clock.runFor(70_000);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
