import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { changeAccount, newAccount, seeded, setClaims } from './provider.ts';
import { arrives, failedAnswer } from './screens.ts';
import { signIn, signInToDashboard } from './sign-in.ts';
import { watchMain } from './watch-main.ts';

/** What only an admin may read on these pages. */
const secrets =
  /Current User|Custom Claims|Admin Actions|Granting Admin Access|Refresh Claims|Before and after|Search by email/;

const factOf = (page: Page, term: string) =>
  page.locator('main dl > div').filter({ has: page.getByRole('term').getByText(term, { exact: true }) });

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh Claims' }).click();

const isHome = async (page: Page): Promise<void> => {
  await arrives(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('/admin and /audit-log send a visitor and an affiliate to the home page, and show them nothing', async ({
  page,
}) => {
  const seenAt = await watchMain(page);
  for (const email of [null, seeded.ada]) {
    if (email) await signIn(page, email);
    for (const path of ['/admin', '/audit-log']) {
      await page.goto(path);
      await isHome(page);
      expect(seenAt(path)).toContain('Checking who is signed in…');
      expect(seenAt(path)).not.toMatch(secrets);
    }
  }
});

test('an admin reads who they are and what their token claims; a refresh that fails keeps the claims', async ({
  page,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  await signIn(page, seeded.admin);
  await page.goto('/admin');
  await expect(factOf(page, 'Email')).toContainText(seeded.admin);
  await expect(factOf(page, 'User ID')).toContainText('seed-admin');
  await expect(factOf(page, 'Admin Status')).toContainText('Admin');
  await expect(factOf(page, 'Email Verification')).toContainText('Verified');
  await expect(factOf(page, 'admin')).toContainText('true');
  for (const name of ['Manage Users', 'Settings', 'View Analytics'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.locator('main')).toContainText('npm run admin:grant -- EMAIL --production');
  await looksRight(page);

  await test.step('a refresh that fails says so, and the claims stay', async () => {
    await expect(factOf(page, 'admin')).toContainText('true');
    await page.route(/\/v1\/token\b/, (route) => route.abort());
    await refresh(page);
    await expect(page.locator('main').getByRole('status')).toHaveText(
      'The sign-in service cannot be reached. Please check your internet connection and try again.',
    );
    await page.unroute(/\/v1\/token\b/);
    await page.route(/\/v1\/token\b/, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'INTERNAL' } } }),
    );
    await refresh(page);
    await expect(page.locator('main').getByRole('status')).toHaveText(
      'Failed to refresh claims. Please try again.',
    );
    await expect(factOf(page, 'admin')).toContainText('true');
  });
});

test('a member who is made an admin is one at the next load; Refresh Claims shows new claims, and leads home once the admin claim is gone', async ({
  page,
}) => {
  const { uid, email } = await newAccount();
  await changeAccount(uid, { emailVerified: false });
  await signInToDashboard(page, email);
  await expect(page.locator('.site-header').getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await setClaims(uid, { admin: true });
  await page.goto('/admin');
  await expect(factOf(page, 'Admin Status')).toContainText('Admin');
  await expect(page.locator('.site-header').getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  await expect(factOf(page, 'Email Verification')).toContainText('Not Verified');
  await page.goto('/admin');
  await expect(factOf(page, 'admin')).toContainText('true');
  await setClaims(uid, { admin: true, region: 'north', seats: 3 });
  await refresh(page);
  await expect(page.getByText('Claims refreshed.')).toBeVisible();
  await expect(factOf(page, 'region')).toContainText('north');
  await expect(factOf(page, 'seats')).toContainText('3');
  await setClaims(uid, {});
  await refresh(page);
  await isHome(page);
  const bar = page.locator('.site-header');
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await page.goto('/admin');
  await isHome(page);
});
