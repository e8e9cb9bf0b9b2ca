import { deep, expect, test } from './fixtures.ts';

test('a missing page answers 404; pages load one script, and store nothing', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  allowConsoleErrors(/ERR_FAILED/);
  await test.step('one script per page', async () => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    for (const path of ['/buy', '/affiliate-pitch']) await page.goto(path, { waitUntil: 'networkidle' });
    expect([...scripts]).toEqual([expect.stringContaining('/PageScript')]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
  await test.step('a missing page', async () => {
    const response = await page.goto('/nowhere');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
  });
  await test.step('a lost script is requested again', async () => {
    await page.route('**/_astro/PageScript*', (route) => route.abort(), { times: 1 });
    await page.goto('/login');
    await expect(page.locator('astro-island[hydrated]:not([ssr])')).toBeAttached();
  });
});

test.describe('a page whose first paint is never reported', () => {
  // Firefox reports no paint for a page that opens scrolled.
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    });
  });

  test('a page without a reported paint loads its script soon, or at a press', deep, async ({ page }) => {
    await test.step('after a second', async () => {
      await page.goto('/affiliate-pitch');
      await expect(page.locator('html')).toHaveAttribute('data-fonts');
      await page.getByRole('button', { name: 'Copy The shoebox' }).click();
      await expect(page.locator('astro-island[hydrated]')).toHaveCount(1);
    });
    await test.step('at the first press', async () => {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1_000_000);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto('/affiliate-pitch', { waitUntil: 'load' });
      const isPageScript = (url: string) => url.includes('/_astro/PageScript');
      expect(requested.some(isPageScript)).toBe(false);
      await page.getByRole('button', { name: 'Copy The shoebox' }).click();
      await expect(page.locator('astro-island[hydrated]')).toHaveCount(1);
      expect(requested.some(isPageScript)).toBe(true);
    });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('posts are readable; the demo and the screens show that they need JavaScript', async ({ page }) => {
    await page.goto('/affiliate-pitch');
    await expect(page.locator('.post').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
    await page.goto('/user-profile');
    await expect(page.locator('main noscript .notice')).toBeVisible();
    await expect(page.locator('.sampled')).toBeHidden();
    for (const path of ['/affiliate-admin', '/profile/ada']) {
      await page.goto(path);
      await expect(page.locator('main noscript .notice')).toBeInViewport();
      await expect(page.locator('main .skeleton').first()).toBeHidden();
    }
  });
});
