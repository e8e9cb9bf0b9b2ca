import { expect, test } from './fixtures.ts';

test('a missing page answers 404; pages load two scripts, and store nothing', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  allowConsoleErrors(/ERR_FAILED/);
  await test.step('the script of every page, and Astro’s for islands', async () => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
    });
    for (const path of ['/buy', '/affiliate-pitch']) await page.goto(path, { waitUntil: 'networkidle' });
    expect([...scripts].sort()).toEqual([
      expect.stringContaining('/PageScript'),
      expect.stringContaining('/island-runtime'),
    ]);
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

// tests/site/headers.test.ts has the policy of each page. Each browser test fails if its pages violate their policy.
test('injected markup runs no script and changes no style', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/policy \(enforce\)|Content Security Policy/);
  await page.route(
    ({ pathname }) => pathname === '/why',
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const injected =
        '<script>ran="script"</script><img src="x:" onerror="ran=1"><style>main{display:none}</style>' +
        '<p id="injected" style="position:fixed">!</p><base href="https://elsewhere.example/">';
      await route.fulfill({ response, body: html.replace('<main', `${injected}<main`) });
    },
  );
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto('/why');
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('#injected')).toHaveCSS('position', 'static');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(await page.evaluate(() => document.baseURI)).toBe(page.url());
  for (const directive of [
    'script-src-elem',
    'script-src-attr',
    'style-src-elem',
    'style-src-attr',
    'base-uri',
  ])
    expect(messages.join('\n')).toContain(`policy (enforce): ${directive} of`);
});
