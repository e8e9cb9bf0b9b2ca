import { site } from '../../src/shared/site.ts';
import { deep, emulatePrerendering, expect, pageView, test, waitForAnalytics } from './measured-site.ts';

test('Google Analytics gets each view and funnel link once, and stores nothing', async ({
  page,
  context,
  analytics,
}) => {
  await test.step('Google Analytics is configured to send and store nothing, and loads after the page', async () => {
    await page.goto('/');
    await expect.poll(analytics.events).toEqual([pageView('/')]);
    const denied = { analytics_storage: 'denied', ad_storage: 'denied' };
    expect(await analytics.commands()).toContainEqual(['consent', 'default', denied]);
    expect(await analytics.commands()).toContainEqual([
      'config',
      'G-TEST',
      expect.objectContaining({ send_page_view: false }),
    ]);
    expect(await context.cookies()).toEqual([]);
    const early = await page.evaluate((script) => {
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.startsWith(script));
      return !load || !asked || asked.startTime < load.loadEventStart;
    }, process.env.E2E_ANALYTICS ?? '');
    expect(early).toBe(false);
  });
  await test.step('each page is one view, without the query', async () => {
    await page.goto('/buy?ref=ada0001&email=someone@example.com&token=secret');
    await expect.poll(analytics.events).toEqual([pageView('/'), pageView('/buy')]);
    await page.goto('/download');
    await expect.poll(analytics.events).toEqual([pageView('/'), pageView('/buy'), pageView('/download')]);
    expect(JSON.stringify(await analytics.commands())).not.toMatch(/someone|secret|ada0001/);
  });
  await test.step('a funnel link is reported by click, key and new tab', async () => {
    const link = page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
    const funnel = async () =>
      (await analytics.events()).filter(
        ([name, { page_path: path }]) => name === 'consolidate_buy' && path === '/',
      );
    await page.goto('/');
    await waitForAnalytics(page);
    await link.evaluate((element) => {
      element.dataset.event = 'consolidate_buy';
    });
    // The press that opens a new tab leaves the page open.
    await link.click({ button: 'middle' });
    await expect.poll(funnel).toHaveLength(1);
    await link.press('Enter');
    await expect.poll(funnel).toHaveLength(2);
    for (const event of await funnel())
      expect(event).toMatchObject(['consolidate_buy', { destination: '/buy' }]);
  });
  await test.step('a button of /consolidate is reported', async () => {
    await page.goto('/consolidate');
    await waitForAnalytics(page);
    await page.locator('[data-event=consolidate_download]').first().click();
    await page.waitForURL('**/download');
    const details = { destination: '/download', page_path: '/consolidate' };
    await expect
      .poll(analytics.events)
      .toContainEqual(['consolidate_download', expect.objectContaining(details)]);
  });
  await test.step('a profile is viewed as /profile', async () => {
    const profile = {
      userId: 'secret-id',
      name: 'Marta Lindqvist',
      createdAt: '2025-08-15T00:00:00Z',
      updatedAt: '2025-08-15T00:00:00Z',
    };
    await page.route('**/api/user-profiles/user/*', (route) => route.fulfill({ json: profile }));
    await page.goto('/profile/secret-id');
    await expect(page).toHaveTitle(`Marta Lindqvist | ${site.product}`);
    const origin = process.env.E2E_ANALYTICS_SITE ?? '';
    const view = { page_path: '/profile', page_location: `${origin}/profile`, page_title: '/profile' };
    await expect.poll(analytics.events).toContainEqual(['page_view', view]);
    await page.locator('header').getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(async () => (await analytics.events()).at(-1)).toEqual(pageView('/'));
    const views = (await analytics.events()).filter((event) => JSON.stringify(event).includes('"/profile"'));
    expect(views).toHaveLength(1);
    expect(JSON.stringify(await analytics.commands())).not.toMatch(/secret-id|Lindqvist/);
  });
});

test(
  'a prerendered page loads no analytics and sets no cookie before it is shown',
  deep,
  async ({ page, context, analytics }) => {
    const { activate } = await emulatePrerendering(context);
    await page.goto('/download?ref=ada0001', { waitUntil: 'networkidle' });
    expect(await analytics.loads()).toBe(0);
    expect(await context.cookies()).toEqual([]);
    await activate(page);
    await expect.poll(analytics.events).toEqual([pageView('/download')]);
    expect(await context.cookies()).toMatchObject([{ name: 'affiliate_code', value: 'ada0001' }]);
  },
);

test('Global Privacy Control and Do Not Track keep Google Analytics away', async ({
  page,
  context,
  analytics,
}) => {
  await context.addInitScript(() => {
    const signal = new URLSearchParams(location.search).get('signal') ?? '';
    Object.defineProperty(navigator, signal, { value: signal === 'doNotTrack' ? '1' : true });
  });
  for (const signal of ['globalPrivacyControl', 'doNotTrack']) {
    await page.goto(`/?signal=${signal}`, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => [typeof window.gtag, typeof window.dataLayer])).toEqual([
      'undefined',
      'undefined',
    ]);
  }
  expect(await analytics.loads()).toBe(0);
});
