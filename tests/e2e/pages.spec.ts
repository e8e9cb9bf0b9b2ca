import { expect, test } from './fixtures.ts';

test('a page that does not exist is answered with 404; pages load one script before anybody touches them, again where it was lost', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  allowConsoleErrors(/ERR_FAILED/);
  await test.step('one script each', async () => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    for (const path of ['/', '/buy', '/download', '/affiliate-pitch'])
      await page.goto(path, { waitUntil: 'networkidle' });
    expect([...scripts]).toEqual([expect.stringContaining('/PageScript')]);
  });
  await test.step('a page that does not exist', async () => {
    const response = await page.goto('/nowhere');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.locator('main').getByRole('link').first()).toBeVisible();
  });
  await test.step('a script that is lost once is asked for again', async () => {
    await page.route('**/_astro/PageScript*', (route) => route.abort(), { times: 1 });
    await page.goto('/login');
    await expect(page.locator('astro-island[hydrated]:not([ssr])')).toBeAttached();
  });
});

test.describe('a page whose first paint is never reported', () => {
  // Firefox reports none for a page that is first painted while scrolled.
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    });
  });

  test('loads its script and fonts after a second', async ({ page }) => {
    await page.goto('/affiliate-pitch');
    await expect(page.locator('html')).toHaveAttribute('data-fonts');
    await page.getByRole('button', { name: 'Copy The shoebox' }).click();
    await expect(page.locator('astro-island[hydrated]')).toHaveCount(1);
  });

  test('loads its script at the first press, before that second is over', async ({ page }) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the demo and the screens say that they need it, and wait for nothing', async ({ page }) => {
    await page.goto('/user-profile');
    await expect(page.locator('main noscript .notice')).toBeVisible();
    await expect(page.locator('.sampled')).toBeHidden();
    for (const path of [
      '/affiliate-admin',
      '/user-profile-admin',
      '/user-profile-dashboard',
      '/profile/ada',
    ]) {
      await page.goto(path);
      await expect(page.locator('main noscript .notice')).toBeInViewport();
      await expect(page.locator('main .skeleton').first()).toBeHidden();
    }
  });
});
