import type { Page } from '@playwright/test';
import { site } from '../../src/shared/site.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { expectNoAxeViolations } from './expect-accessible.ts';
import { deep, expect, test } from './fixtures.ts';

const mainEntries = ['Home', 'Founders', 'About', 'Vision', 'Data Ownership', 'Buy Now', 'Affiliate Program'];
const variants = [
  { session: null, entries: [...mainEntries, 'Login', 'Sign Up'] },
  { session: 'in', entries: [...mainEntries, 'Dashboard', 'Logout'] },
  {
    session: 'admin',
    entries: [...mainEntries, 'Dashboard', 'Admin', 'User Profiles', 'Logout'],
  },
] as const;

function entries(page: Page) {
  return page.locator('#site-menu').locator('a, [data-log-out]').filter({ visible: true });
}

function menuButton(page: Page) {
  return page.getByRole('button', { name: 'Menu' });
}

test('the bar shows the entries of the session before the first paint, wide and narrow', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const session = new URLSearchParams(location.search).get('session');
    if (session) localStorage.setItem('session', session);
    else localStorage.removeItem('session');
  });
  await context.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      const { session = null } = document.documentElement.dataset;
      Object.assign(window, {
        early: {
          session,
          header: document.querySelector('.site-header') !== null,
        },
      });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const { session, entries: expected } of variants)
    await test.step(`session ${String(session)}`, async () => {
      await page.setViewportSize({ width: 1440, height: 600 });
      await page.goto(`/buy?session=${session ?? ''}`);
      const early = await page.evaluate(() => ('early' in window ? window.early : undefined));
      expect(early).toMatchObject({ session });
      await expect(
        page.locator('.site-header').getByRole('link', { name: site.product, exact: true }),
      ).toBeVisible();
      await expect(page.locator('.site-header [aria-current=page]')).toHaveText('Buy Now');
      await expect(entries(page)).toHaveText(expected);
      await page.waitForSelector('html[data-fonts]');
      // The bar of a member has fewer entries than an admin’s.
      const hasOwnWidths = session === null || session === 'admin';
      for (const width of hasOwnWidths ? [1152, 1184, 1440] : []) {
        await page.setViewportSize({ width, height: 600 });
        const { overflow, boxes } = await page.evaluate(() => ({
          overflow: document.documentElement.scrollWidth - innerWidth,
          boxes: [...document.querySelectorAll('.site-header a, .site-header [data-log-out]')]
            .map((element) => element.getBoundingClientRect().toJSON() as DOMRect)
            .filter((box) => box.width > 0),
        }));
        expect(overflow).toBeLessThanOrEqual(0);
        for (const [index, a] of boxes.entries()) {
          expect(a.left).toBeGreaterThanOrEqual(0);
          expect(a.right).toBeLessThanOrEqual(width);
          const over = boxes
            .slice(index + 1)
            .filter(
              (b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 2 && b.top < a.bottom - 2,
            );
          expect(over, `${String(width)} px`).toEqual([]);
        }
      }
      await page.setViewportSize({ width: 360, height: 740 });
      await expect(entries(page)).toHaveCount(0);
      await menuButton(page).click();
      await expect(entries(page)).toHaveText(expected);
    });
});

test('the open menu is accessible at 320 px, and closes; the bar follows other tabs', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 320, height: 480 });
  await page.goto('/privacy-policy');
  await pageScriptHasRun(page);
  const otherTab = await context.newPage();
  await otherTab.goto('/buy');
  const menu = page.locator('#site-menu');
  await test.step('the bar follows a sign-in in another tab', async () => {
    await menuButton(page).click();
    await expect(menu.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    await otherTab.evaluate(() => {
      localStorage.setItem('session', 'admin');
    });
    await expect(menu.getByRole('link', { name: 'User Profiles' })).toBeVisible();
  });
  await test.step('no accessibility violation, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectNoAxeViolations(page, '.site-header');
    }
  });
  await test.step('usable at 320 px', async () => {
    const logOut = page.getByRole('button', { name: 'Logout' });
    await logOut.scrollIntoViewIfNeeded();
    await expect(logOut).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Close' })).toBeInViewport({
      ratio: 1,
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
  await test.step('a press beside the menu closes it, even if the browser does not', async () => {
    // Chromium closes a popover only on a real press, not on this event.
    await page.locator('h1').dispatchEvent('pointerdown');
    await expect(menu).toBeHidden();
  });
  await test.step('the bar follows a sign-out in another tab', async () => {
    await otherTab.evaluate(() => {
      localStorage.removeItem('session');
    });
    await menuButton(page).click();
    await expect(menu.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('the keyboard opens the menu and moves through it, and Escape and Close close it', async ({
    page,
  }) => {
    await page.goto('/');
    const menu = page.locator('#site-menu');
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    for (const name of ['Close', 'Home', 'Founders']) {
      await page.keyboard.press('Tab');
      await expect(menu.getByRole(name === 'Close' ? 'button' : 'link', { name })).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(menuButton(page)).toBeFocused();
    await menuButton(page).click();
    await menu.getByRole('button', { name: 'Close' }).click();
    await expect(menu).toBeHidden();
    await menuButton(page).click();
    await menu.getByRole('link', { name: 'Buy Now' }).click();
    await page.waitForURL('**/buy');
  });
});

test('the footer has its index and the current year, and marks the current page', deep, async ({ page }) => {
  await test.step('the footer, also with a clock that is behind', async () => {
    await page.clock.setFixedTime('2001-01-01T12:00:00Z');
    await page.goto('/');
    const footer = page.locator('.site-footer');
    await expect(footer).toContainText(site.product);
    await expect(footer).not.toContainText('2001');
  });
  await page.clock.setFixedTime('2099-01-01T12:00:00Z');
  await test.step('the footer marks the current page and fills the tab of its group', async () => {
    await page.goto('/release-notes');
    await expect(page.locator('.site-footer')).toContainText(`© 2099 ${site.product}`);
    const index = page.locator('.site-footer').getByRole('navigation', { name: 'Site index' });
    await expect(index.getByRole('heading')).toHaveText(['Product', 'Company', 'Affiliates', 'Legal']);
    await expect(index.locator('[aria-current=page]')).toHaveText('Release notes');
    const colorOf = (tab: string) =>
      index
        .getByRole('heading', { name: tab })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colorOf('Product')).not.toBe(await colorOf('Legal'));
    expect(await colorOf('Company')).toBe(await colorOf('Legal'));
  });
});
