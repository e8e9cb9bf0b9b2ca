import { expect, test } from './fixtures.ts';

test.describe('without light-dark()', () => {
  test.use({ bypassCSP: true, colorScheme: 'dark' });

  /** By a name that no browser knows. */
  test.beforeEach(async ({ page }) => {
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = await response.text();
      expect(body).toContain('light-dark(');
      await route.fulfill({ response, body: body.replaceAll('light-dark(', 'unknown-function(') });
    });
  });

  test('a browser that knows one scheme alone shows the light one, with fields and the mark of the focus', async ({
    page,
  }) => {
    await page.goto('/login');
    const email = page.getByLabel('Email');
    await email.focus();
    await expect(email).toHaveCSS('border-top-style', 'solid');
    await expect(email).toHaveCSS('outline-style', 'solid');
    await expect(email).toHaveCSS('background-color', 'oklch(0.992 0.006 92)');
    await expect(page.locator('body')).toHaveCSS('color', 'oklch(0.255 0.04 264)');
    await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(0.966 0.013 88)');
  });

  test('the summary of the checkout can be read there, and the plans be chosen by sight', async ({
    page,
  }) => {
    await page.goto('/buy');
    await page.getByRole('radio').first().check();
    await expect(page.locator('.checkout-slip')).toHaveCSS('color', 'oklch(0.255 0.04 264)');
    await expect(page.getByRole('radio').first()).toHaveCSS('border-top-style', 'solid');
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
    await expect(page.locator('html')).toHaveAttribute('data-faces');
    await page.getByRole('button', { name: 'Copy The shoebox' }).click();
    await expect(page.locator('astro-island[awake]')).toHaveCount(1);
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
    await expect(page.locator('astro-island[awake]')).toHaveCount(1);
    expect(requested.some(isPageScript)).toBe(true);
  });
});
