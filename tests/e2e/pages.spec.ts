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
    await expect(page.locator('astro-island[awake]:not([ssr])')).toBeAttached();
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
