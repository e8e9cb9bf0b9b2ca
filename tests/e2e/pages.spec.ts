import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';

test('a page that does not exist is answered with 404 and a way back', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.locator('main').getByRole('link').first()).toBeVisible();
});

test('marketing pages load the page script, at most 2 KB, and no other before anybody touches them', async ({
  page,
}) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  for (const path of ['/', '/buy', '/download', '/privacy-policy'])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect([...scripts]).toHaveLength(1);
  for (const url of scripts) {
    const script = await page.request.get(url);
    expect(brotliCompressSync(await script.body()).byteLength).toBeLessThanOrEqual(2048);
  }
});
