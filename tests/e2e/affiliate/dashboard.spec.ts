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

test('an active affiliate sees code, links, QR code and payment, and copies once; after another account signs in, nothing of the first is left', async ({
  page,
  rows,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = await newMember(rows);
  await test.step('Copy copies once, also while the payment information is on its way', async () => {
    await page.addInitScript(() => {
      Object.assign(window, { copies: 0 });
      const write = navigator.clipboard.writeText.bind(navigator.clipboard);
      navigator.clipboard.writeText = (text) => {
        Object.assign(window, { copies: (window as unknown as { copies: number }).copies + 1 });
        return write(text);
      };
    });
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/api/affiliates/payout', async (route) => {
      await wanted;
      await route.fallback();
    });
    await signInToDashboard(page, own.email);
    await button(page, 'Copy').click();
    await expect(alert(page)).toHaveText('Copied to clipboard!');
    release(undefined);
    await expect(main(page).getByLabel('Payment email')).toBeVisible();
    expect(await page.evaluate('copies')).toBe(1);
  });
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
  await test.step('after another account signs in', async () => {
    const second = await newMember(rows, null);
    await button(page, 'Logout').click();
    await arrives(page, '/');
    await page.goto('/login');
    await logIn(page, second.email);
    await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
    for (const text of [own.email, own.code]) await expect(main(page)).not.toContainText(text);
    await page.goto('/');
    await page.goBack();
    await arrives(page, path);
    await expect(main(page)).not.toContainText(own.code);
  });
});

test('an account without a record applies: a failure is said, one record is made, and it shows neither code nor links', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
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
  await page.setViewportSize({ width: 1280, height: 800 });
  await test.step('an application that fails says why', async () => {
    await page.route('**/api/affiliates', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } })
        : route.fallback(),
    );
    await button(page, 'Apply Now').click();
    await expect(alert(page)).toHaveText(/^Something went wrong on our side\./);
    await page.unroute('**/api/affiliates');
    await button(page, 'Try again').click();
  });
  await button(page, 'Apply Now').dblclick();
  await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
  expect(await rows('select name, date_activated from affiliates where email = $1', [email])).toEqual([
    { name: email.split('@')[0], date_activated: null },
  ]);
  await test.step('somebody who is not active sees how long that takes, and neither code nor links', async () => {
    await expect(main(page)).toContainText('New applications are reviewed within 2 business days.');
    await expect(main(page).getByRole('heading', { name: 'Payment Information' })).toBeVisible();
    await expect(main(page)).not.toContainText('ref=');
    await expect(main(page)).not.toContainText('Your affiliate code');
    for (const name of ['Copy', 'Copy Buy Link']) await expect(button(page, name)).toHaveCount(0);
    await expect(main(page).getByRole('img')).toHaveCount(0);
    await looksRight(page);
  });
  await test.step('Apply Now by keyboard leaves the focus in the main part', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await rows('delete from affiliates where email = $1', [email]);
    await page.reload();
    await button(page, 'Apply Now').press('Enter');
    await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
    await expect(main(page)).toBeFocused();
  });
});

test('a dashboard that fails says why, and comes at Try again; an account without an email is told so', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
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
  await test.step('an account without an email can still make its profile', async () => {
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
    await expect(main(page).locator('.account-bar')).toContainText(/Signed in|[A-Za-z0-9]{20,}/);
    await expect(main(page).getByRole('link', { name: 'My profile' })).toBeVisible();
  });
});
