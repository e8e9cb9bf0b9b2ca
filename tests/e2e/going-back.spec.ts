import { createAccount } from './accounts/firebase-accounts.ts';
import { signInToDashboard } from './accounts/sign-in.ts';
import { deep, expect, goBack, pageView, test } from './measured-site.ts';
import { buyLink, waitForPath } from './page-helpers.ts';

test.use({
  baseURL: async ({}, use) => use(process.env.E2E_SITE ?? ''),
  contextOptions: { reducedMotion: 'no-preference' },
});

test(
  'a page that Back restores is unfaded and viewed once, and a logout stays',
  deep,
  async ({ returningPage: page, analytics }) => {
    await test.step('a marketing page', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/privacy-policy');
      await page.evaluate(() => {
        Object.assign(window, { kept: true });
      });
      await page.getByRole('button', { name: 'Menu' }).click();
      await buyLink(page).click();
      await page.waitForURL('**/buy');
      await goBack(page, '/privacy-policy');
      expect(await page.evaluate(() => 'kept' in window), 'the browser kept the page').toBe(true);
      await expect(page.locator('main')).toHaveCSS('opacity', '1');
      await expect(page.locator('#site-menu')).toBeHidden();
    });
    await test.step('a member page after Logout', async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await signInToDashboard(page, (await createAccount()).email);
      await page.evaluate(() => {
        addEventListener('pagehide', ({ persisted }) => {
          sessionStorage.setItem('cached', String(persisted));
        });
      });
      await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
      await waitForPath(page, '/');
      expect(await page.evaluate(() => sessionStorage.getItem('cached')), 'the browser kept the page').toBe(
        'true',
      );
      await goBack(page, '/login');
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    });
    await test.step('a measured page is viewed again', async () => {
      const measuredSite = process.env.E2E_ANALYTICS_SITE ?? '';
      await test.step('a page that comes back is a view', async () => {
        const later = async () => (await analytics.events()).slice(3);
        await page.goto(`${measuredSite}/why`);
        await expect.poll(later).toEqual([pageView('/why')]);
        await page.goto(`${measuredSite}/download`);
        await expect.poll(later).toHaveLength(2);
        await goBack(page, '/why');
        await expect.poll(later).toEqual([pageView('/why'), pageView('/download'), pageView('/why')]);
      });
    });
  },
);
