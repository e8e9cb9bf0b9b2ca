import type { Page } from '@playwright/test';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { deep, expect, test } from './measured-site.ts';
import { buyLink, waitForPath } from './page-helpers.ts';

test.use({
  baseURL: async ({}, use) => use(process.env.E2E_SITE ?? ''),
  contextOptions: { reducedMotion: 'no-preference' },
});

/** Records the times of the click and the navigation, and the opacity of the page as it leaves. */
function recordLeaving(page: Page): Promise<void> {
  return page.evaluate(() => {
    addEventListener('click', () => sessionStorage.setItem('clicked', String(performance.now())), true);
    addEventListener('pagehide', () => {
      const { opacity } = getComputedStyle(document.querySelector('main') ?? document.body);
      sessionStorage.setItem('left', JSON.stringify([performance.now(), Number(opacity)]));
    });
    navigation.addEventListener('navigate', () => {
      sessionStorage.setItem('navigated', String(performance.now()));
    });
  });
}

function readLeaving(page: Page): Promise<{ wait: number; opacity: number }> {
  return page.evaluate(() => {
    const [, opacity] = JSON.parse(sessionStorage.getItem('left') ?? '[]') as [number, number];
    const wait = Number(sessionStorage.getItem('navigated')) - Number(sessionStorage.getItem('clicked'));
    return { wait, opacity };
  });
}

/** Clicks a link with these attributes. Returns whether the page prevents the default, and whether it fades. */
function dispatchClick(page: Page, link: Record<string, string>, click: Record<string, unknown>) {
  return page.evaluate(
    ([attributes, init]) => {
      const element = document.createElement('a');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      document.querySelector('main')?.append(element);
      let isPrevented = false;
      const last = (event: Event) => {
        isPrevented = event.defaultPrevented;
        event.preventDefault();
      };
      addEventListener('click', last, { once: true });
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, ...init }));
      const fades = 'leaving' in document.documentElement.dataset;
      // Cancels the navigation.
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      return [isPrevented, fades];
    },
    [link, click] as const,
  );
}

test('a click fades the page out; keyboard and reduced motion navigate at once', deep, async ({ page }) => {
  await page.goto('/');
  await pageScriptHasRun(page);
  await test.step('the browser may prerender pages without account data', async () => {
    const answer = await page.request.get('/');
    const address = (answer.headers()['speculation-rules'] ?? '').replaceAll('"', '');
    const rules = (await (await page.request.get(address)).json()) as {
      prerender: [{ eagerness: string; where: { and: [unknown, { not: { href_matches: string[] } }] } }];
    };
    const [{ eagerness, where }] = rules.prerender;
    expect(eagerness).toBe('moderate');
    const allowed = await page.evaluate(
      ([paths, patterns]) =>
        paths.filter(
          (path) => !patterns.some((pathname) => new URLPattern({ pathname }).test({ pathname: path })),
        ),
      [
        [
          '/',
          '/buy',
          '/user-profile',
          '/why',
          '/api/health',
          '/dist/a.zip',
          '/feed.xml',
          '/login',
          '/admin',
        ].concat('/affiliate-dashboard', '/user-profile-dashboard', '/reset-password', '/profile/someone'),
        where.and[1].not.href_matches,
      ] as const,
    );
    expect(allowed).toEqual(['/', '/buy', '/user-profile', '/why']);
  });
  await recordLeaving(page);
  await buyLink(page).click();
  await page.waitForURL('**/buy');
  const { wait, opacity } = await readLeaving(page);
  expect(wait).toBeGreaterThanOrEqual(295);
  expect(wait).toBeLessThan(1_500);
  expect(opacity).toBeLessThan(1);
  await expect(page.locator('main')).toHaveCSS('opacity', '1');
  await pageScriptHasRun(page);
  await test.step('only plain clicks fade', async () => {
    expect(await dispatchClick(page, { href: '/' }, {})).toEqual([true, true]);
    expect(await dispatchClick(page, { href: '/', target: '_self' }, {})).toEqual([true, true]);
    for (const click of [
      { ctrlKey: true },
      { metaKey: true },
      { shiftKey: true },
      { altKey: true },
      { button: 1 },
      { detail: 0 },
    ])
      expect(await dispatchClick(page, { href: '/' }, click), JSON.stringify(click)).toEqual([false, false]);
    for (const link of [
      { href: '/', target: '_blank' },
      { href: '/', download: '' },
      { href: 'mailto:someone@kithbook.example' },
    ])
      expect(await dispatchClick(page, link, {}), JSON.stringify(link)).toEqual([false, false]);
    await test.step('a click that the page handled itself', async () => {
      const home = page.locator('.site-header').getByRole('link', { name: 'Home', exact: true });
      await home.evaluate((link) => {
        link.addEventListener('click', (event) => {
          event.preventDefault();
        });
      });
      await home.click();
      // The fade sets `data-leaving` in the click's listener, so this check need not wait.
      expect(await page.evaluate(() => 'leaving' in document.documentElement.dataset)).toBe(false);
    });
    await test.step('the bar stays while the content fades', async () => {
      await page.evaluate(() => {
        document.documentElement.dataset.leaving = '';
      });
      await expect(page.locator('main')).toHaveCSS('transition-duration', '0.3s');
      await expect(page.locator('main')).toHaveCSS('opacity', '0');
      await expect(page.locator('.site-header')).toHaveCSS('opacity', '1');
    });
  });
  for (const [how, name, path] of [
    ['the keyboard', 'Vision', '/vision'],
    ['reduced motion', 'About', '/about'],
  ] as const)
    await test.step(`${how} navigates at once`, async () => {
      if (how === 'reduced motion') {
        // The browser may still be fading from the page before.
        await page.goto('about:blank');
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto('/vision');
      }
      await page.evaluate(() => {
        delete document.documentElement.dataset.leaving;
      });
      await pageScriptHasRun(page);
      await recordLeaving(page);
      const link = page.locator('.site-header').getByRole('link', { name, exact: true });
      if (how === 'the keyboard') await link.press('Enter');
      else await link.click();
      await page.waitForURL(`**${path}`);
      const quick = await readLeaving(page);
      expect(quick.wait).toBeLessThan(295);
      expect(quick.opacity).toBe(1);
    });
});

test(
  'Ctrl+click opens a tab; Escape or a lost page shows this page again',
  deep,
  async ({ page, context }) => {
    await page.addInitScript(() => {
      HTMLScriptElement.supports = () => false;
    });
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') fetched.push(new URL(request.url()).pathname);
    });
    await page.clock.install();
    await page.goto('/');
    await pageScriptHasRun(page);
    await test.step('a press on a link prefetches its page', async () => {
      await page
        .locator('.site-footer')
        .getByRole('link', { name: 'Follow on X' })
        .dispatchEvent('pointerdown');
      await buyLink(page).dispatchEvent('pointerdown');
      await buyLink(page).dispatchEvent('pointerdown');
      await expect.poll(() => fetched).toEqual(['/buy']);
    });
    await test.step('Ctrl+click opens the page in another tab', async () => {
      const newPage = context.waitForEvent('page');
      await buyLink(page).click({ modifiers: ['Control'] });
      await (await newPage).waitForURL('**/buy');
      await (await newPage).close();
      expect(new URL(page.url()).pathname).toBe('/');
      await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    await test.step('Escape cancels the navigation', async () => {
      await buyLink(page).click();
      await expect(page.locator('html')).toHaveAttribute('data-leaving');
      await page.keyboard.press('Escape');
      await expect(page.locator('main')).toHaveCSS('opacity', '1');
      await page.clock.runFor(1000);
      expect(new URL(page.url()).pathname).toBe('/');
    });
    await test.step('the next page does not load', async () => {
      // /login, because the browser never prerenders it: a prerendered page would bypass `page.route`.
      const requestSent = page.waitForRequest((request) => new URL(request.url()).pathname === '/login');
      await page.route(
        ({ pathname }) => pathname === '/login',
        (route) => route.fulfill({ status: 204 }),
      );
      await page.locator('.site-header').getByRole('link', { name: 'Login' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-leaving');
      await page.clock.runFor(300);
      await requestSent;
      await expect(page.locator('html')).toHaveAttribute('data-leaving');
      await page.clock.runFor(4_000);
      await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
      await expect(page.locator('main')).toHaveCSS('opacity', '1');
    });
  },
);

test('a skipped fade between two pages is no error of either page', deep, async ({ page }) => {
  await page.addInitScript(() => {
    for (const moment of ['pageswap', 'pagereveal'] as const)
      addEventListener(moment, ({ viewTransition }) => {
        if (viewTransition) sessionStorage.setItem(moment, 'skipped');
        viewTransition?.skipTransition();
      });
  });
  await page.goto('/');
  await page.evaluate(() => {
    location.assign('/why');
  });
  await waitForPath(page, '/why');
  // Rejections are reported before the next task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({ pageswap: 'skipped' });
});
