import { deep, expect, test } from './fixtures.ts';

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});

const readClipboard = 'navigator.clipboard.readText()';

test('the first press copies where copying is allowed only during a press', deep, async ({ page }) => {
  await page.addInitScript(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) =>
      window.event?.isTrusted ? write(text) : Promise.reject(new Error('not in a press'));
  });
  await page.route('**/_astro/islands.*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await page.goto('/affiliate-pitch');
  await page.getByRole('button', { name: 'Copy The shoebox' }).click();
  await expect(page.getByRole('button', { name: 'Copied The shoebox' })).toBeVisible();
  expect(await page.evaluate(readClipboard)).toMatch(/^For years my contacts lived in five places/);

  await page.evaluate(() => {
    document.addEventListener('copy', (event) => {
      event.clipboardData?.setData('text/plain', 'another text');
      event.preventDefault();
    });
    document.execCommand('copy');
  });
  expect(await page.evaluate(readClipboard)).toBe('another text');
  await page.getByRole('button', { name: 'The shoebox' }).click();
  await expect.poll(() => page.evaluate(readClipboard)).toMatch(/^For years/);
});

test(
  'a failed copy script shows the application error, and loads at the next press',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
    await page.route(/_astro\/islands\./, (route) => route.abort());
    await page.goto('/affiliate-pitch');
    const failed = page.getByRole('main').getByRole('alert');
    const hydrationError = page.waitForEvent('console', (message) =>
      message.text().includes('Error hydrating'),
    );
    const button = page.getByRole('button', { name: 'Copy The shoebox' });
    await button.click();
    await hydrationError;
    await expect(failed).toContainText('Unexpected Application Error!');
    expect(await page.evaluate(readClipboard), 'the press itself copied').toMatch(/^For years/);
    await expect(failed).toBeInViewport();
    await expect(failed).toHaveCSS('font-family', /^"Public Sans"/);
    await page.unroute(/_astro\/islands\./);
    await button.click();
    await expect(page.getByRole('button', { name: 'Copied The shoebox' })).toBeVisible();
    await expect(failed).toHaveCount(0);
  },
);

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
