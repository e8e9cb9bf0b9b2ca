import { expect, test } from './fixtures.ts';

const readClipboard = 'navigator.clipboard.readText()';

test('a copy button copies its post and reads Copied for 2 seconds', async ({ page }) => {
  await page.clock.install();
  await test.step('the script loads with the first hover', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (/_astro\/(islands|client)\./.test(request.url())) scripts.push(request.url());
    });
    await page.goto('/affiliate-pitch', { waitUntil: 'networkidle' });
    expect(scripts).toEqual([]);
    await page.getByRole('button', { name: 'Copy The shoebox' }).hover();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });
  // The clock cannot go back, so it stops at a time ahead.
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step('by keyboard and without a pointer, with an announcement', async () => {
    await page.getByRole('button', { name: 'Copy The shoebox' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Copy Five Marias' }).evaluate((button: HTMLElement) => {
      button.click();
    });
    // The island starts after the press is painted.
    await page.clock.runFor(100);
    await expect(page.getByRole('button', { name: 'Copied Five Marias' })).toBeVisible();
    await page.clock.runFor(2_000);
    await page.evaluate(() => navigator.clipboard.writeText(''));
  });
  const post = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Five Marias' }) });
  const button = post.getByRole('button');
  await button.click();
  await expect(button).toHaveText(/^Copied /);
  expect(await page.evaluate(readClipboard)).toBe(await post.locator('.post').textContent());
  await page.clock.runFor(1_999);
  await expect(button).toHaveText(/^Copied /);
  await page.clock.runFor(1);
  await expect(button).toHaveText(/^Copy /);
  await test.step('a refused clipboard is reported', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await page.getByRole('button', { name: 'Copy The shoebox' }).click();
    await expect(page.getByText('Failed to copy to clipboard')).toBeVisible();
  });
});
