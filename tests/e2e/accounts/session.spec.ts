import type { Page } from '@playwright/test';
import { firebaseCall, formNotice, headerLink, logIn, userLine } from './account-screens.ts';
import { changeAccount, createAccount, deleteAccount } from './firebase-accounts.ts';
import { expireAccessToken, signIn, signInToDashboard } from './sign-in.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath, errorNotice } from '../page-helpers.ts';

async function expectSessionEnded(page: Page): Promise<void> {
  await waitForPath(page, '/login');
  await expect(formNotice(page)).toHaveText('Your session has ended. Please sign in again.');
  await expect(headerLink(page, 'Login')).toBeVisible();
}

test(
  'a Logout, another login and a disabled account in one tab change the other tabs',
  deep,
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const [{ email }, otherAccount] = [await createAccount(), await createAccount()];
    await signInToDashboard(page, email);
    const [member, marketing] = [await context.newPage(), await context.newPage()];
    await member.goto('/affiliate-profile?a=1#part');
    await expect(member.getByRole('button', { name: 'Look up' })).toBeVisible();
    await marketing.goto('/why');
    await expect(headerLink(marketing, 'Dashboard')).toBeVisible();
    await userLine(page).getByRole('button', { name: 'Logout' }).click();
    await waitForPath(page, '/');
    await waitForPath(member, '/login');
    // The query is dropped, because another person may log in next.
    expect(new URL(member.url()).searchParams.get('next')).toBe('/affiliate-profile#part');
    // A logout needs no explanation.
    await expect(member.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(formNotice(member)).toHaveText('');
    await expect(headerLink(marketing, 'Login')).toBeVisible();
    await expect(headerLink(marketing, 'Dashboard')).toBeHidden();
    await test.step('a login of another account in another tab clears the member page', async () => {
      await page.goto('/login?next=%2Faffiliate-profile%3Fq%3Dtyped-by-one');
      await logIn(page, email);
      await waitForPath(page, '/affiliate-profile');
      const typed = page.locator('main form').getByLabel('Email');
      await typed.fill('typed-by-one@mail.example');
      await logIn(member, otherAccount.email);
      await waitForPath(member, '/affiliate-profile');
      await expect(headerLink(marketing, 'Dashboard')).toBeVisible();
      await expect(typed).toHaveValue(otherAccount.email);
      await expect(page).toHaveURL('/affiliate-profile');
      await expect(page.locator('main')).not.toContainText(email);
    });
    await test.step('a disabled account ends the session of every tab, with the way back to its page', async () => {
      await expect(member.getByRole('button', { name: 'Look up' })).toBeVisible();
      await changeAccount(otherAccount.uid, { disableUser: true });
      await page.getByRole('button', { name: 'Look up' }).click();
      await expectSessionEnded(page);
      await expectSessionEnded(member);
      expect(new URL(member.url()).searchParams.get('next')).toBe('/affiliate-profile#part');
    });
  },
);

test(
  'a failing Firebase or connection ends no session; Try again loads',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const { email } = await createAccount();
    await signInToDashboard(page, email);
    await test.step('the API refuses the token, and Firebase gives no new one', async () => {
      await page.route('**/api/affiliates', (route) =>
        route.fulfill({ status: 401, json: { error: 'Sign in to do this.', code: 'sign-in-required' } }),
      );
      const error = { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' };
      await page.route(/\/v1\/token\b/, (route) => route.fulfill({ status: 503, json: { error } }));
      await page.getByRole('button', { name: 'Apply Now' }).click();
      await expect(errorNotice(page)).toHaveText(
        'The sign-in service cannot be reached. Please check your internet connection and try again.',
      );
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', { name: 'Apply Now' })).toBeVisible();
    });
    await test.step('without a connection the screen shows the failed load', async () => {
      for (const lost of [firebaseCall('lookup'), /\/api\//])
        await page.route(lost, (route) => route.abort());
      await page.reload();
      await expect(userLine(page)).toContainText(email);
      await expect(errorNotice(page)).toHaveText(/^Failed to fetch affiliate information/);
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('You’re not in the affiliate program yet')).toBeVisible();
    });
    await test.step('an expired access token is replaced', async () => {
      await page.goto('/why');
      await expireAccessToken(page);
      const refreshed = page.waitForRequest(/\/v1\/token\b/);
      await page.goto('/affiliate-dashboard');
      await refreshed;
      await expect(userLine(page)).toContainText(email);
      await expect(page.getByText('You’re not in the affiliate program yet')).toBeVisible();
    });
  },
);

test(
  'a session of a deleted account ends on /login, and a login leads back',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const place = '/affiliate-profile?a=1&b=%26#part';
    const [deleted, other] = await Promise.all([createAccount(), createAccount()]);
    await signIn(page, deleted.email);
    await deleteAccount(deleted.uid);
    await page.goto(place);
    await expectSessionEnded(page);
    await page.reload();
    await expect(formNotice(page)).toHaveText('');
    await logIn(page, other.email);
    await waitForPath(page, '/affiliate-profile');
    await expect(page).toHaveURL(place);
  },
);
