import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expireAccessToken } from './kept-user.ts';
import { type Account, changeAccount, deleteAccount, newAccount, revokeSessions } from './provider.ts';
import {
  arrives,
  failedAnswer,
  link,
  logIn,
  noticeOf,
  partMissing,
  placeOf,
  providerCall,
  who,
} from './screens.ts';
import { signIn, signInToDashboard } from './sign-in.ts';

const sessionHasEnded = async (page: Page): Promise<void> => {
  await arrives(page, '/login');
  await expect(noticeOf(page)).toHaveText('Your session has ended. Please sign in again.');
  await expect(link(page, 'Login')).toBeVisible();
};

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

test('Firebase or the connection in trouble ends no session; what cannot be had is said, and comes at Try again', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const { email } = await newAccount();
  await signInToDashboard(page, email);
  await test.step('Firebase gives no new token that the API asks for', async () => {
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
    await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible();
  });
  await test.step('Firebase fails while a page loads', async () => {
    const error = { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' };
    const asked = page.waitForResponse(/\/v1\/accounts:lookup\b/);
    await page.route(/\/v1\/accounts:lookup\b/, (route) => route.fulfill({ status: 503, json: { error } }));
    await page.reload();
    expect((await asked).status()).toBe(503);
    await expect(who(page)).toContainText(email);
    await page.unrouteAll();
  });
  await test.step('without a connection the screen says that its list cannot be had', async () => {
    for (const lost of [providerCall('lookup'), /\/api\//]) await page.route(lost, (route) => route.abort());
    await page.reload();
    await expect(who(page)).toContainText(email);
    await expect(page.locator('main .notice[role=alert]')).toHaveText(
      /^Failed to fetch affiliate information/,
    );
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('You are not in the affiliate program yet')).toBeVisible();
  });
  await test.step('an access token that ran out is replaced', async () => {
    await page.goto('/why');
    await expireAccessToken(page);
    const refreshed = page.waitForRequest(/\/v1\/token\b/);
    await page.goto('/affiliate-dashboard');
    await refreshed;
    await expect(who(page)).toContainText(email);
    await expect(page.getByText('You are not in the affiliate program yet')).toBeVisible();
  });
  await test.step('the identity SDK does not load', async () => {
    await page.route(/_astro\/identity\./, (route) => route.abort());
    await page.reload();
    await expect(page.locator('main').getByRole('alert')).toHaveText(partMissing);
    await page.unroute(/_astro\/identity\./);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(who(page)).toContainText(email);
  });
});

test('an account deleted, and a session revoked, while signed in end on /login at the next load, which says so once; a login leads back', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const place = '/affiliate-profile?a=1&b=%26#part';
  let account: Account = { uid: '', email: '' };
  for (const end of [({ uid }: Account) => deleteAccount(uid), ({ uid }: Account) => revokeSessions(uid)]) {
    account = await newAccount();
    await signIn(page, account.email);
    await end(account);
    await page.goto(place);
    await sessionHasEnded(page);
    await page.reload();
    await expect(noticeOf(page)).toHaveText('');
  }
  await logIn(page, account.email);
  await arrives(page, '/affiliate-profile');
  expect(placeOf(page)).toBe(place);
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
