import { expect, goBack, isMeasured, prerendered, test } from './visitor.ts';

const view = (path: string) => [
  'page_view',
  { page_path: path, page_location: `${process.env.E2E_ANALYTICS_SITE ?? ''}${path}` },
];

test('each page that is shown is one page view, by its path without the query', async ({ page, visitor }) => {
  await page.goto('/buy?ref=ada0001&email=someone@example.com&token=secret');
  await expect.poll(visitor.events).toEqual([view('/buy')]);
  await page.goto('/download');
  await expect.poll(visitor.events).toEqual([view('/buy'), view('/download')]);
  expect(JSON.stringify(await visitor.commands())).not.toMatch(/someone|secret|ada0001/);
});

test('Google Analytics is told to send no view itself and to keep nothing, and is asked for after the load', async ({
  page,
  context,
  visitor,
}) => {
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

test('a page that comes back from the browser’s cache is shown, and viewed, again', async ({
  returningPage: page,
  visitor,
}) => {
  await page.goto('/privacy-policy');
  await expect.poll(visitor.events).toEqual([view('/privacy-policy')]);
  await page.goto('/download');
  await expect.poll(visitor.events).toHaveLength(2);
  await goBack(page, '/privacy-policy');
  await expect
    .poll(visitor.events)
    .toEqual([view('/privacy-policy'), view('/download'), view('/privacy-policy')]);
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

for (const [name, signal] of [
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['Do Not Track', { doNotTrack: '1' }],
] as const)
  test(`${name} keeps the provider away`, async ({ page, context, visitor }) => {
    await context.addInitScript((values) => {
      for (const [key, value] of Object.entries(values)) Object.defineProperty(navigator, key, { value });
    }, signal);
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => [typeof window.gtag, typeof window.dataLayer])).toEqual([
      'undefined',
      'undefined',
    ]);
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

test('events that wait in a page from the browser’s cache are sent once', async ({
  returningPage: page,
  visitor,
}) => {
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

for (const act of ['click', 'key', 'new tab'] as const)
  test(`a funnel link followed by ${act} is reported`, async ({ page, visitor }) => {
    await page.goto('/');
    await expect.poll(visitor.events).toHaveLength(1);
    const link = page.locator('.site-header').getByRole('link', { name: 'Buy Now' });
    await link.evaluate((element) => {
      element.dataset.event = 'consolidate_buy';
    });
    if (act === 'key') await link.press('Enter');
    else await link.click(act === 'new tab' ? { button: 'middle' } : {});
    const funnel = async () => (await visitor.events()).filter(([name]) => name === 'consolidate_buy');
    await expect.poll(funnel).toMatchObject([['consolidate_buy', { destination: '/buy', page_path: '/' }]]);
  });

test('the buttons of the consolidate page report their event, fade and lead on', async ({
  page,
  visitor,
}) => {
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
