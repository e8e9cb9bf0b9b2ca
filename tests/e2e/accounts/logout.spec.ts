import type { Page } from '@playwright/test';
import { deep, expect, test } from '../measured-site.ts';
import { holdRequests, measureWidth, waitForPath } from '../page-helpers.ts';
import { headerLink, siteHeader } from './account-screens.ts';
import { sampleAccounts } from './firebase-accounts.ts';
import { countStoredUsers, signIn } from './sign-in.ts';

// measured-site.ts opens the build with analytics, which has no accounts. These tests, also `returningPage`, use the main site.
test.use({ baseURL: async ({}, use) => use(process.env.E2E_SITE ?? '') });

test('Logout in the bar loads the SDK at the click, and ignores a second click', async ({ page }) => {
  await signIn(page, sampleAccounts.ada);
  await page.goto('/privacy-policy', { waitUntil: 'networkidle' });
  expect(await countStoredUsers(page)).toBe(1);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await logoutButton(page).hover();
  expect(scripts).toEqual([]);
  const held = await holdRequests(page, '**/_astro/SignOutScript*');
  const width = await measureWidth(logoutButton(page));
  await logoutButton(page).click();
  await expect(logoutButton(page)).toHaveAttribute('aria-busy', 'true');
  expect(await measureWidth(logoutButton(page))).toBe(width);
  await logoutButton(page).click();
  held.release();
  await expectSignedOut(page);
  expect(held.count()).toBe(1);
  expect(await countStoredUsers(page)).toBe(0);
  expect(scripts.filter((url) => url.includes('/identity.'))).toHaveLength(1);
});

test(
  'a Logout without its script shows its failure; the next press logs out',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED/);
    await test.step('at 360 px, without SignOutScript and then without the identity SDK', async () => {
      await page.setViewportSize({ width: 360, height: 800 });
      await signIn(page, sampleAccounts.ada);
      await page.goto('/privacy-policy');
      await page.getByRole('button', { name: 'Menu' }).click();
      const alert = siteHeader(page).getByRole('alert');
      await expect(alert).toHaveText('');
      for (const part of ['SignOutScript', 'identity']) {
        const failed = page.waitForEvent('requestfailed');
        await page.route(`**/_astro/${part}*`, (route) => route.abort());
        await logoutButton(page).click();
        expect((await failed).url()).toContain(part);
        await expect(logoutButton(page)).not.toHaveAttribute('aria-busy', 'true');
        await expect(alert).toHaveText('Failed to log out');
        await expect(alert).toBeInViewport({ ratio: 1 });
        expect(await countStoredUsers(page)).toBe(1);
        await page.unroute(`**/_astro/${part}*`);
      }
      await logoutButton(page).click();
      await waitForPath(page, '/');
      expect(await countStoredUsers(page)).toBe(0);
    });
  },
);

function logoutButton(page: Page) {
  return page.getByRole('button', { name: 'Logout' });
}

async function expectSignedOut(page: Page): Promise<void> {
  await waitForPath(page, '/');
  await expect(headerLink(page, 'Login')).toBeVisible();
  await expect(logoutButton(page)).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
}
