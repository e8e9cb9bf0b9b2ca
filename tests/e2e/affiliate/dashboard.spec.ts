import type { Page } from '@playwright/test';
import { mainContent } from '../accounts/account-screens.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, errorNotice } from '../page-helpers.ts';
import type { Rows } from '../stack-fixtures.ts';

function mainButton(page: Page, name: string) {
  return mainContent(page).getByRole('button', { name, exact: true });
}

function readClipboard(page: Page) {
  return page.evaluate('navigator.clipboard.readText()');
}

async function insertMember(rows: Rows, active: string | null = '2025-08-15T23:30:00Z') {
  const { email } = await createAccount();
  return insertAffiliate(rows, { email, active });
}

test('an active affiliate sees and copies code and links', async ({
  page,
  rows,
  baseURL,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const affiliate = await insertMember(rows);
  await test.step('a failed dashboard loads at Try again', async () => {
    await page.route(
      '**/api/affiliates',
      (route) => route.fulfill({ status: 503, json: { error: 'The service is unavailable at the moment.' } }),
      { times: 1 },
    );
    await signInToDashboard(page, affiliate.email);
    await expect(errorNotice(page)).toContainText('The service is unavailable at the moment.');
    await mainButton(page, 'Try again').click();
    await expect(mainContent(page)).toContainText('Change your payment email');
  });
  await expect(mainButton(page, 'Logout')).toBeVisible();
  await expect(page.getByText('Active since 8/15/2025', { exact: true })).toBeVisible();
  await expect(mainContent(page).locator('.code')).toHaveText(affiliate.code);
  for (const link of [
    `${baseURL ?? ''}/?ref=${affiliate.code}`,
    `${baseURL ?? ''}/buy?ref=${affiliate.code}`,
  ])
    await expect(mainContent(page).getByRole('link', { name: link, exact: true })).toHaveAttribute(
      'href',
      link,
    );
  await expect(mainContent(page).getByRole('heading', { name: 'Payment Information' })).toBeVisible();
  await expect(mainContent(page).getByRole('heading', { name: 'Recent Referrals' })).toBeVisible();
  await expect(mainContent(page).getByText('Coming Soon', { exact: true })).toBeVisible();
  await expect(mainContent(page)).not.toContainText('Pending');
  await expect(mainContent(page).getByRole('heading', { name: 'The last twelve months' })).toHaveCount(0);
  await expect(mainContent(page).getByRole('link', { name: 'Your account' })).toHaveAttribute(
    'href',
    '/account',
  );
  // The clock cannot go back, so it stops at a time ahead.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step('Copy and Copy Buy Link copy and show an alert for 3 seconds', async () => {
    await mainButton(page, 'Copy').click();
    await expect(errorNotice(page)).toHaveText('Copied to clipboard!');
    expect(await readClipboard(page)).toBe(affiliate.code);
    await page.clock.fastForward(3_001);
    await expect(errorNotice(page)).toHaveText('');
    await mainButton(page, 'Copy Buy Link').click();
    await expect(errorNotice(page)).toHaveText('Copied to clipboard!');
    expect(await readClipboard(page)).toBe(`${baseURL ?? ''}/buy?ref=${affiliate.code}`);
  });
  await test.step('a refused clipboard is reported', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await mainButton(page, 'Copy').click();
    await expect(errorNotice(page)).toHaveText('Failed to copy to clipboard');
  });
});

test('an account without a record applies once, and sees no code before activation', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { uid, email } = await createAccount();
  await signInToDashboard(page, email);
  await expect(
    mainContent(page).getByRole('heading', { name: 'You’re not in the affiliate program yet' }),
  ).toBeVisible();
  await expect(mainContent(page).getByRole('link', { name: 'My profile' })).toHaveAttribute(
    'href',
    `/user-profile-admin?id=${uid}`,
  );
  await expectAccessibleOnPhone(page);
  await mainButton(page, 'Apply Now').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  await expect(mainContent(page)).toBeFocused();
  expect(await rows('select name, date_activated from affiliates where email = $1', [email])).toEqual([
    { name: email.split('@')[0], date_activated: null },
  ]);
  await test.step('an affiliate who is not active sees the waiting time, and neither code nor links', async () => {
    await expect(mainContent(page)).toContainText('We review new applications within 2 business days.');
    await expect(mainContent(page).getByRole('heading', { name: 'Payment Information' })).toBeVisible();
    await expect(mainContent(page)).not.toContainText('ref=');
    await expect(mainContent(page)).not.toContainText('Your affiliate code');
    for (const name of ['Copy', 'Copy Buy Link']) await expect(mainButton(page, name)).toHaveCount(0);
    await expect(mainContent(page).getByRole('img')).toHaveCount(0);
  });
});
