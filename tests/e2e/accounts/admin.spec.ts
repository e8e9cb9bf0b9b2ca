import type { Page } from '@playwright/test';
import { recordMainText } from './account-screens.ts';
import { changeAccount, createAccount, sampleAccounts, setClaims } from './firebase-accounts.ts';
import { signIn, signInToDashboard } from './sign-in.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';

/** Texts of these pages that only an admin may read. */
const adminTexts =
  /Current User|Custom Claims|Admin Actions|Granting Admin Access|Refresh Claims|Waiting for you|Search by email/;

function claimRow(page: Page, term: string) {
  return page
    .locator('main dl > div')
    .filter({ has: page.getByRole('term').getByText(term, { exact: true }) });
}

function refreshClaims(page: Page) {
  return page.getByRole('button', { name: 'Refresh Claims' }).click();
}

async function expectHomePage(page: Page): Promise<void> {
  await waitForPath(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('/admin, /audit-log and /newsletter-admin redirect a visitor and an affiliate to the home page and show nothing before', async ({
  page,
}) => {
  const seenAt = await recordMainText(page);
  for (const email of [null, sampleAccounts.ada]) {
    if (email) await signIn(page, email);
    // The three screens share the guard, so one of them is enough for an affiliate.
    for (const path of email ? ['/admin'] : ['/admin', '/audit-log', '/newsletter-admin']) {
      await page.goto(path);
      await expectHomePage(page);
      expect(seenAt(path)).toContain('Checking your session…');
      expect(seenAt(path)).not.toMatch(adminTexts);
    }
  }
});

test('an admin reads account facts and claims; a failed refresh keeps the claims', async ({
  page,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedRequest);
  await signIn(page, sampleAccounts.admin);
  await page.goto('/admin');
  await expect(claimRow(page, 'Email')).toContainText(sampleAccounts.admin);
  await expect(claimRow(page, 'User ID')).toContainText('seed-admin');
  await expect(claimRow(page, 'Admin Status')).toContainText('Admin');
  await expect(claimRow(page, 'Email Verification')).toContainText('Verified');
  await expect(claimRow(page, 'admin')).toContainText('true');
  for (const name of ['Manage Users', 'Settings', 'View Analytics'])
    await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.locator('main')).toContainText('npm run admin:grant -- EMAIL --production');
  await expectAccessibleOnPhone(page);

  await test.step('a failed refresh shows its reason, and the claims stay', async () => {
    const claims = page.getByRole('region', { name: 'Custom Claims' });
    await expect(claimRow(page, 'admin')).toContainText('true');
    await page.route(/\/v1\/token\b/, (route) => route.abort());
    await refreshClaims(page);
    await expect(claims.getByRole('status')).toHaveText(
      'The sign-in service cannot be reached. Please check your internet connection and try again.',
    );
    await page.unroute(/\/v1\/token\b/);
    await page.route(/\/v1\/token\b/, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'INTERNAL' } } }),
    );
    await refreshClaims(page);
    await expect(claims.getByRole('status')).toHaveText('Failed to refresh claims. Please try again.');
    await expect(claimRow(page, 'admin')).toContainText('true');
  });
});

test('a member becomes an admin with the next load, and Refresh Claims ends a revoked claim', async ({
  page,
  allowConsoleErrors,
}) => {
  // The screen may load its figures once more between the end of the claim and the refresh.
  allowConsoleErrors(failedRequest);
  const { uid, email } = await createAccount();
  await changeAccount(uid, { emailVerified: false });
  await signInToDashboard(page, email);
  await expect(page.locator('.site-header').getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await setClaims(uid, { admin: true });
  await page.goto('/admin');
  await expect(claimRow(page, 'Admin Status')).toContainText('Admin');
  await expect(page.locator('.site-header').getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  await expect(claimRow(page, 'Email Verification')).toContainText('Not Verified');
  await page.goto('/admin');
  await expect(claimRow(page, 'admin')).toContainText('true');
  await setClaims(uid, { admin: true, region: 'north', seats: 3 });
  await refreshClaims(page);
  await expect(page.getByText('Claims refreshed.')).toBeVisible();
  await expect(claimRow(page, 'region')).toContainText('north');
  await expect(claimRow(page, 'seats')).toContainText('3');
  await setClaims(uid, {});
  await refreshClaims(page);
  await expectHomePage(page);
  const bar = page.locator('.site-header');
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await page.goto('/admin');
  await expectHomePage(page);
});
