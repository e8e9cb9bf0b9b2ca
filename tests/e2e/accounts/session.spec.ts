import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expireAccessToken } from './kept-user.ts';
import {
  type Account,
  changeAccount,
  deleteAccount,
  newAccount,
  revokeSessions,
  seeded,
} from './provider.ts';
import { arrives, bar, failedAnswer, link, logIn, noticeOf, placeOf, providerCall, who } from './screens.ts';
import { signIn, signInToDashboard } from './sign-in.ts';

const sessionHasEnded = async (page: Page): Promise<void> => {
  await arrives(page, '/login');
  await expect(noticeOf(page)).toHaveText('Your session has ended. Please sign in again.');
  await expect(link(page, 'Login')).toBeVisible();
};

test('a session survives a reload and a new tab', async ({ page, context }) => {
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  await page.reload();
  await expect(who(page)).toContainText(email);
  const other = await context.newPage();
  await other.goto('/affiliate-dashboard');
  await expect(who(other)).toContainText(email);
});

test('the bar follows a login: Dashboard and Logout for an affiliate, Admin and User Profiles for an admin', async ({
  page,
}) => {
  await page.goto('/');
  await expect(link(page, 'Login')).toBeVisible();
  await expect(link(page, 'Sign Up')).toBeVisible();
  await page.goto('/login');
  await logIn(page, seeded.ada);
  await arrives(page, '/affiliate-dashboard');
  await page.goto('/');
  await expect(link(page, 'Dashboard')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  for (const name of ['Login', 'Sign Up', 'Admin', 'User Profiles'])
    await expect(link(page, name)).toBeHidden();
  await bar(page).getByRole('button', { name: 'Logout' }).click();
  await expect(link(page, 'Login')).toBeVisible();
  await page.goto('/login');
  await logIn(page, seeded.admin);
  await arrives(page, '/affiliate-dashboard');
  await page.goto('/');
  for (const name of ['Dashboard', 'Admin', 'User Profiles']) await expect(link(page, name)).toBeVisible();
  await link(page, 'Dashboard').click();
  await arrives(page, '/affiliate-dashboard');
});

test('Logout in one tab signs out the others: a member page goes to /login, a marketing page’s bar follows', async ({
  page,
  context,
}) => {
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  const [member, marketing] = [await context.newPage(), await context.newPage()];
  await member.goto('/affiliate-profile?a=1#part');
  await expect(member.getByRole('button', { name: 'Look Up' })).toBeVisible();
  await marketing.goto('/why');
  await expect(link(marketing, 'Dashboard')).toBeVisible();
  await who(page).getByRole('button', { name: 'Logout' }).click();
  await arrives(page, '/');
  await arrives(member, '/login');
  // Without what was searched for: somebody else may log in next.
  expect(new URL(member.url()).searchParams.get('next')).toBe('/affiliate-profile#part');
  // Whoever logged out knows that the session has ended.
  await expect(member.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect(noticeOf(member)).toHaveText('');
  await expect(link(marketing, 'Login')).toBeVisible();
  await expect(link(marketing, 'Dashboard')).toBeHidden();
  await logIn(member, email);
  await arrives(member, '/affiliate-profile');
  await expect(link(marketing, 'Dashboard')).toBeVisible();
});

test('somebody else who logs in in another tab finds nothing of the one before on a member page', async ({
  page,
  context,
}) => {
  const [one, other] = [await newAccount(), await newAccount()];
  const login = await context.newPage();
  for (const tab of [page, login]) await tab.goto('/login');
  await expect(login.getByLabel('Email')).toBeEnabled();
  await logIn(page, one.email);
  await arrives(page, '/affiliate-dashboard');
  await page.goto('/affiliate-profile?q=typed-by-one');
  const typed = page.locator('main form').getByLabel('Email');
  await typed.fill('typed-by-one@mail.example');
  await logIn(login, other.email);
  await arrives(login, '/affiliate-dashboard');
  await expect(typed).toHaveValue(other.email);
  expect(placeOf(page)).toBe('/affiliate-profile');
  await expect(page.locator('main')).not.toContainText(one.email);
});

for (const [what, end] of [
  ['disabled', ({ uid }: Account) => changeAccount(uid, { disableUser: true })],
  ['deleted', ({ uid }: Account) => deleteAccount(uid)],
] as const)
  test(`a ${what} account ends on /login at its next load, which says so once`, async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(failedAnswer);
    const account = await newAccount();
    await signInToDashboard(page, account.email);
    // The API has answered, so no call of this page meets the end of the account.
    await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible();
    await end(account);
    await page.reload();
    await sessionHasEnded(page);
    await page.reload();
    await expect(noticeOf(page)).toHaveText('');
  });

test('a session that ends is told in every tab, each of which comes back to where it was', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { uid, email } = await newAccount();
  await signInToDashboard(page, email);
  const other = await context.newPage();
  await other.goto('/affiliate-profile?a=1');
  await expect(other.getByRole('button', { name: 'Look Up' })).toBeVisible();
  await changeAccount(uid, { disableUser: true });
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await sessionHasEnded(page);
  await sessionHasEnded(other);
  expect(new URL(other.url()).searchParams.get('next')).toBe('/affiliate-profile?a=1');
});

test('a provider that is away ends no session', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  // The API wants a newer token, and nobody is there to give one.
  await page.route('**/api/affiliates', (route) =>
    route.fulfill({ status: 401, json: { error: 'Sign in to do this.', code: 'sign-in-required' } }),
  );
  const error = { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' };
  await page.route(/\/v1\/token\b/, (route) => route.fulfill({ status: 503, json: { error } }));
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.locator('main .notice[role=alert]')).toHaveText(
    'The sign-in service cannot be reached. Please check your internet connection and try again.',
  );
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Apply Now' }).click();
  await expect(page.getByText('Not Activated')).toBeVisible();
});

test('a provider in trouble while a page loads ends no session', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  const error = { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' };
  const asked = page.waitForResponse(/\/v1\/accounts:lookup\b/);
  await page.route(/\/v1\/accounts:lookup\b/, (route) => route.fulfill({ status: 503, json: { error } }));
  await page.reload();
  expect((await asked).status()).toBe(503);
  await expect(who(page)).toContainText(email);
  await page.unrouteAll();
  await page.reload();
  await expect(who(page)).toContainText(email);
});

test('a revoked session ends on /login at its next load, and a login brings it back', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { uid, email } = await newAccount();
  await signIn(page, email);
  await revokeSessions(uid);
  await page.goto('/affiliate-profile?a=1');
  await sessionHasEnded(page);
  await logIn(page, email);
  await arrives(page, '/affiliate-profile');
  expect(placeOf(page)).toBe('/affiliate-profile?a=1');
});

test('the bar of /login and /signup forgets a session that is nobody’s', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto('/about');
    await page.evaluate(() => {
      localStorage.setItem('session', 'in');
    });
    await page.goto(path);
    await expect(link(page, 'Login')).toBeVisible();
    await expect(link(page, 'Dashboard')).toBeHidden();
  }
});

test('an access token that ran out is replaced unseen', async ({ page }) => {
  const { email } = await newAccount();
  await signIn(page, email);
  await page.goto('/why');
  await expireAccessToken(page);
  const refreshed = page.waitForRequest(/\/v1\/token\b/);
  await page.goto('/affiliate-dashboard');
  await refreshed;
  await expect(who(page)).toContainText(email);
  await expect(page.getByText('You are not in the affiliate program yet')).toBeVisible();
});

test('without a connection a session is kept, and the screen says that its list cannot be had', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  for (const lost of [providerCall('lookup'), /\/api\//]) await page.route(lost, (route) => route.abort());
  await page.reload();
  await expect(who(page)).toContainText(email);
  await expect(page.locator('main .notice[role=alert]')).toHaveText(/^Failed to fetch affiliate information/);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You are not in the affiliate program yet')).toBeVisible();
});
