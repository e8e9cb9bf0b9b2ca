import { expect, goBack, isMeasured, prerendered, test } from './visitor.ts';

const view = (path: string) => [
  'page_view',
  { page_path: path, page_location: `${process.env.E2E_ANALYTICS_SITE ?? ''}${path}` },
];

test('each page that is shown is one view by its path alone; Google Analytics sends none itself, keeps nothing, and loads after the page', async ({
  page,
  context,
  visitor,
}) => {
  await test.step('Google Analytics is told to send and keep nothing, and is asked for after the load', async () => {
    await page.goto('/');
    await expect.poll(visitor.events).toEqual([view('/')]);
    const denied = { analytics_storage: 'denied', ad_storage: 'denied' };
    expect(await visitor.commands()).toContainEqual(['consent', 'default', denied]);
    expect(await visitor.commands()).toContainEqual([
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
    await expect.poll(visitor.events).toEqual([view('/'), view('/buy')]);
    await page.goto('/download');
    await expect.poll(visitor.events).toEqual([view('/'), view('/buy'), view('/download')]);
    expect(JSON.stringify(await visitor.commands())).not.toMatch(/someone|secret|ada0001/);
  });
});

test('a page that comes back from the browser’s cache is viewed again; events that wait in it are sent once', async ({
  returningPage: page,
  visitor,
}) => {
  await test.step('events that wait are sent once', async () => {
    await visitor.hold();
    await page.goto('/privacy-policy');
    await isMeasured(page);
    await page.goto('/download');
    await isMeasured(page);
    await goBack(page, '/privacy-policy');
    await visitor.release();
    await expect.poll(visitor.events).toContainEqual(view('/download'));
    await page.waitForTimeout(500);
    expect((await visitor.events()).map(([, details]) => details.page_path).sort()).toEqual([
      '/download',
      '/privacy-policy',
      '/privacy-policy',
    ]);
  });
  await test.step('a page that comes back is a view', async () => {
    const later = async () => (await visitor.events()).slice(3);
    await page.goto('/why');
    await expect.poll(later).toEqual([view('/why')]);
    await page.goto('/download');
    await expect.poll(later).toHaveLength(2);
    await goBack(page, '/why');
    await expect.poll(later).toEqual([view('/why'), view('/download'), view('/why')]);
  });
});

test('a prerendered page does nothing before somebody goes to it', async ({ page, context, visitor }) => {
  const { activate } = await prerendered(context);
  await page.goto('/download?ref=ada0001', { waitUntil: 'networkidle' });
  expect(await visitor.loads()).toBe(0);
  expect(await context.cookies()).toEqual([]);
  await activate(page);
  await expect.poll(visitor.events).toEqual([view('/download')]);
  expect(await context.cookies()).toMatchObject([{ name: 'affiliate_code', value: 'ada0001' }]);
});

test('a page in a tab that nobody looked at is no view', async ({ page, context, visitor }) => {
  await context.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  });
  await page.goto('/');
  await expect.poll(visitor.commands).toHaveLength(3);
  expect(await visitor.events()).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(visitor.events).toEqual([view('/')]);
});

test('Global Privacy Control and Do Not Track keep Google Analytics away', async ({
  page,
  context,
  visitor,
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
  expect(await visitor.loads()).toBe(0);
});

test('events that the provider’s script comes too late for are sent from the next page', async ({
  page,
  context,
  visitor,
}) => {
  await visitor.hold();
  await page.goto('/');
  await isMeasured(page);
  const link = page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
  await link.evaluate((element) => {
    element.dataset.event = 'consolidate_buy';
  });
  await link.click();
  await page.waitForURL('**/buy');
  expect(await visitor.events()).toEqual([]);
  await visitor.release();
  const [name, details] = view('/');
  await expect
    .poll(visitor.events)
    .toEqual([
      [name, details],
      ['consolidate_buy', { ...Object(details), destination: '/buy' }],
      view('/buy'),
    ]);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(await context.cookies()).toEqual([]);
});

test('a funnel link is reported by click, key and new tab; those of the consolidate page fade and lead on', async ({
  page,
  visitor,
}) => {
  const link = page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
  const funnel = async () =>
    (await visitor.events()).filter(
      ([name, { page_path: path }]) => name === 'consolidate_buy' && path === '/',
    );
  let reported = 0;
  for (const act of ['new tab', 'click', 'key'] as const) {
    await page.goto('/');
    await isMeasured(page);
    await link.evaluate((element) => {
      element.dataset.event = 'consolidate_buy';
    });
    if (act === 'key') await link.press('Enter');
    else await link.click(act === 'new tab' ? { button: 'middle' } : {});
    reported += 1;
    await expect.poll(funnel, act).toHaveLength(reported);
    expect((await funnel()).at(-1)).toMatchObject(['consolidate_buy', { destination: '/buy' }]);
  }
  for (const [event, path] of [
    ['consolidate_buy', '/buy'],
    ['consolidate_download', '/download'],
  ] as const) {
    await page.goto('/consolidate');
    await isMeasured(page);
    await page.locator(`[data-event=${event}]`).first().click();
    await page.waitForURL(`**${path}`);
    await expect
      .poll(visitor.events)
      .toContainEqual([event, expect.objectContaining({ destination: path, page_path: '/consolidate' })]);
  }
});

test('where the provider’s script is blocked, no event is kept', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_FAILED/);
  await page.route('**/gtag/js*', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  await page.goto('/buy');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test.describe('without a measurement id', () => {
  test.use({ baseURL: async ({}, use) => use(process.env.E2E_SITE ?? '') });

  test('nothing of the provider is there: no script, no queue, no storage', async ({ page, context }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    const link = page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
    await link.evaluate((element) => {
      element.dataset.event = 'consolidate_buy';
    });
    await link.click();
    await page.waitForURL('**/buy');
    const traces = await page.evaluate(() => [
      typeof window.gtag,
      typeof window.dataLayer,
      sessionStorage.length,
      localStorage.length,
    ]);
    expect(traces).toEqual(['undefined', 'undefined', 0, 0]);
    expect(await context.cookies()).toEqual([]);
  });
});
