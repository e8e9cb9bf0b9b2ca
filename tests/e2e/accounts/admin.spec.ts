import type { Page } from '@playwright/test';
import { recordMainText } from './account-screens.ts';
import { changeAccount, createAccount, setClaims } from './firebase-accounts.ts';
import { signIn } from './sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';

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

test('a new admin reads account facts and claims; a refresh ends a revoked claim', async ({
  page,
  allowConsoleErrors,
}) => {
  // The screen may load its figures once more between the end of the claim and the refresh.
  allowConsoleErrors(failedRequest);
  const { uid, email } = await createAccount();
  await changeAccount(uid, { emailVerified: false });
  const bar = page.locator('.site-header');

  await test.step('a member sees nothing of /admin', async () => {
    const seenAt = await recordMainText(page);
    await signIn(page, email);
    await page.goto('/admin');
    await expectHomePage(page);
    expect(seenAt('/admin')).toContain('Checking your session…');
    expect(seenAt('/admin')).not.toMatch(/Current user|Custom claims|Admin actions|Waiting for you/);
    await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  });
  await test.step('a new admin reads account facts and claims', async () => {
    await setClaims(uid, { admin: true });
    await page.goto('/admin');
    await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
    for (const [term, text] of [
      ['Email', email],
      ['User ID', uid],
      ['Admin status', 'Admin'],
      ['Email verification', 'Not Verified'],
      ['admin', 'true'],
    ] as const)
      await expect(claimRow(page, term)).toContainText(text);
    for (const name of ['Manage Users', 'Settings', 'View Analytics'])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.locator('main')).toContainText('npm run admin:grant -- EMAIL --production');
  });
  await test.step('a refresh shows new claims and ends a revoked one', async () => {
    await setClaims(uid, { admin: true, region: 'north', seats: 3 });
    await refreshClaims(page);
    await expect(page.getByText('Claims refreshed.')).toBeVisible();
    await expect(claimRow(page, 'region')).toContainText('north');
    await expect(claimRow(page, 'seats')).toContainText('3');
    await setClaims(uid, {});
    await refreshClaims(page);
    await expectHomePage(page);
    await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
    await page.goto('/admin');
    await expectHomePage(page);
  });
});
