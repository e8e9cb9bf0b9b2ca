import { expect, test } from '../fixtures.ts';
import { holdRequests, measureWidth, waitForPath } from '../page-helpers.ts';
import { headerLink } from './account-screens.ts';
import { sampleAccounts } from './firebase-accounts.ts';
import { countStoredUsers, signIn } from './sign-in.ts';

test('Logout in the bar loads the SDK at the click, and ignores a second click', async ({ page }) => {
  const logOut = page.getByRole('button', { name: 'Logout' });
  await signIn(page, sampleAccounts.ada);
  await page.goto('/privacy-policy', { waitUntil: 'networkidle' });
  expect(await countStoredUsers(page)).toBe(1);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await logOut.hover();
  expect(scripts).toEqual([]);
  const held = await holdRequests(page, '**/_astro/SignOutScript*');
  const width = await measureWidth(logOut);
  await logOut.click();
  await expect(logOut).toHaveAttribute('aria-busy', 'true');
  expect(await measureWidth(logOut)).toBe(width);
  await logOut.click();
  held.release();
  await waitForPath(page, '/');
  await expect(headerLink(page, 'Login')).toBeVisible();
  await expect(logOut).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  expect(held.count()).toBe(1);
  expect(await countStoredUsers(page)).toBe(0);
  expect(scripts.filter((url) => url.includes('/identity.'))).toHaveLength(1);
});
