import type { Page } from '@playwright/test';
import { newAffiliate } from '../admin/records.ts';
import { noAnswer } from '../admin/admin-screen.ts';
import { newAccount } from '../accounts/provider.ts';
import { arrives, failedAnswer, logIn, providerCall } from '../accounts/screens.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';

const path = '/affiliate-dashboard';
const main = (page: Page) => page.locator('main');
const alert = (page: Page) => main(page).locator('.notice[role=alert]');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const clipboard = (page: Page) => page.evaluate('navigator.clipboard.readText()');

type Rows = Parameters<typeof newAffiliate>[0];

const newMember = async (rows: Rows, active: string | null = '2025-08-15T23:30:00Z') => {
  const { email } = await newAccount();
  return newAffiliate(rows, { email, active });
};

test('an active affiliate sees since when, code, links, the QR code, how they are paid, and copies', async ({
  page,
  rows,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = await newMember(rows);
  await signInToDashboard(page, own.email);
  await expect(button(page, 'Logout')).toBeVisible();
  await expect(page.getByText('Active since 8/15/2025', { exact: true })).toBeVisible();
  await expect(main(page).locator('.code')).toHaveText(own.code);
  for (const link of [`${baseURL ?? ''}/?ref=${own.code}`, `${baseURL ?? ''}/buy?ref=${own.code}`])
    await expect(main(page).getByRole('link', { name: link, exact: true })).toHaveAttribute('href', link);
  await expect(main(page).getByRole('img', { name: 'QR code: the buy page with your code' })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Payment Information' })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: 'Recent Referrals' })).toBeVisible();
  await expect(main(page).getByText('Coming Soon', { exact: true })).toBeVisible();
  await expect(main(page)).not.toContainText('Pending');
  await expect(main(page).locator('figure.earnings')).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: 'Change password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await test.step('Copy and Copy Buy Link copy, and an alert says so for a while', async () => {
    await page.clock.install();
    await button(page, 'Copy').click();
    await expect(alert(page)).toHaveText('Copied to clipboard!');
    expect(await clipboard(page)).toBe(own.code);
    await page.clock.fastForward(3_001);
    await expect(alert(page)).toHaveText('');
    await button(page, 'Copy Buy Link').click();
    await expect(alert(page)).toHaveText('Copied to clipboard!');
    expect(await clipboard(page)).toBe(`${baseURL ?? ''}/buy?ref=${own.code}`);
  });
  await test.step('a clipboard that refuses is reported', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await button(page, 'Copy').click();
    await expect(alert(page)).toHaveText('Failed to copy to clipboard');
  });
});

test('an affiliate who is not active sees how long that takes, and neither code nor links', async ({
  page,
  rows,
}) => {
  const own = await newMember(rows, null);
  await signInToDashboard(page, own.email);
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  await expect(main(page)).toContainText('New applications are reviewed within 2 business days.');
  await expect(main(page).getByRole('heading', { name: 'Payment Information' })).toBeVisible();
  await expect(main(page)).not.toContainText('ref=');
  await expect(main(page)).not.toContainText('Your affiliate code');
  for (const name of ['Copy', 'Copy Buy Link']) await expect(button(page, name)).toHaveCount(0);
  await expect(main(page).getByRole('img')).toHaveCount(0);
  await looksRight(page);
});

test('Copy copies once, also while the payment information is on its way', async ({ page, rows }) => {
  await page.addInitScript(() => {
    Object.assign(window, { copies: 0 });
    navigator.clipboard.writeText = () => {
      Object.assign(window, { copies: (window as unknown as { copies: number }).copies + 1 });
      return Promise.resolve();
    };
  });
  const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/affiliates/payout', async (route) => {
    await wanted;
    await route.fallback();
  });
  const own = await newMember(rows);
  await signInToDashboard(page, own.email);
  await button(page, 'Copy').click();
  await expect(alert(page)).toHaveText('Copied to clipboard!');
  release(undefined);
  await expect(main(page).getByLabel('Payment email')).toBeVisible();
  expect(await page.evaluate('copies')).toBe(1);
});

test('an account without a record reads why, and Apply Now makes one record', async ({ page, rows }) => {
  const { uid, email } = await newAccount();
  await signInToDashboard(page, email);
  await expect(
    main(page).getByRole('heading', { name: 'You are not in the affiliate program yet' }),
  ).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'My profile' })).toHaveAttribute(
    'href',
    `/user-profile-admin?id=${uid}`,
  );
  await looksRight(page);
  await button(page, 'Apply Now').dblclick();
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  expect(await rows('select name, date_activated from affiliates where email = $1', [email])).toEqual([
    { name: email.split('@')[0], date_activated: null },
  ]);
  await page.reload();
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
});

test('Apply Now by keyboard leaves the focus in the main part', async ({ page }) => {
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  await button(page, 'Apply Now').press('Enter');
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  await expect(main(page)).toBeFocused();
});

test('a dashboard that cannot be had says why, and Try again brings it', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  allowConsoleErrors(noAnswer);
  const own = await newMember(rows);
  await page.route('**/api/affiliates', (route) =>
    route.fulfill({ status: 503, json: { error: 'The service is unavailable at the moment.' } }),
  );
  await signInToDashboard(page, own.email);
  await expect(alert(page)).toContainText('The service is unavailable at the moment.');
  await looksRight(page);
  await page.unroute('**/api/affiliates');
  await context.setOffline(true);
  await button(page, 'Try again').click();
  await expect(alert(page)).toContainText('Failed to fetch affiliate information');
  await context.setOffline(false);
  await button(page, 'Try again').click();
  await expect(main(page).locator('.code')).toHaveText(own.code);
});

test('an account without an email reads that, and can still make its profile', async ({ page }) => {
  test.slow();
  const { uid, email } = await newAccount();
  await signInToDashboard(page, email);
  await page.route(providerCall('lookup'), async (route) => {
    const answer = await route.fetch();
    const { users } = (await answer.json()) as { users: Record<string, unknown>[] };
    await route.fulfill({
      response: answer,
      json: { users: users.map((user) => ({ ...user, email: undefined, providerUserInfo: [] })) },
    });
  });
  await page.reload();
  await expect(main(page).locator('.notice')).toContainText('Your account has no email address');
  await expect(main(page)).not.toContainText('Authentication is not configured.');
  await expect(main(page).locator('.who')).toContainText(uid);
  await expect(main(page).getByRole('link', { name: 'My profile' })).toBeVisible();
});

test('after another account signs in, nothing of the first is left', async ({ page, rows }) => {
  const [first, second] = [await newMember(rows), await newMember(rows, null)];
  await signInToDashboard(page, first.email);
  await expect(main(page).locator('.code')).toHaveText(first.code);
  await button(page, 'Logout').click();
  await arrives(page, '/');
  await page.goto('/login');
  await logIn(page, second.email);
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  for (const text of [first.email, first.code]) await expect(main(page)).not.toContainText(text);
  await page.goto('/');
  await page.goBack();
  await arrives(page, path);
  await expect(main(page)).not.toContainText(first.code);
});
