import type { Route } from '@playwright/test';
import { logIn } from '../accounts/account-screens.ts';
import { changeAccount, createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { tabs } from '../admin/admin-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, errorNotice } from '../page-helpers.ts';
import {
  createButton,
  dashboardPath,
  editorField,
  editorUrl,
  enterCredentials,
  insertProfile,
  statisticsCall,
} from './profile-screens.ts';

test(
  'visitors may enter service credentials, and members get 404',
  deep,
  async ({ page, context, allowConsoleErrors, rows }) => {
    allowConsoleErrors(failedRequest);
    await test.step('a visitor reads 401 with Retry', async () => {
      await page.goto(dashboardPath);
      await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
      await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
    });
    await test.step('service credentials open the dashboard, stay in the tab’s memory, and can be forgotten', async () => {
      await enterCredentials(page, '', '');
      await expect(page.getByLabel('Service name')).toHaveAccessibleDescription('Enter the service name');
      await expect(page.getByLabel('Service name')).toBeFocused();
      // Wrong credentials are sent once, because each attempt counts towards the lockout.
      const tried: string[] = [];
      page.on('request', (request) => {
        if (/^\/api\/user-profiles/.test(new URL(request.url()).pathname)) tried.push(request.url());
      });
      await enterCredentials(page, 'nobody', 'Grüße, 世界');
      await expect(page.getByText('The service name or password is wrong.')).toBeVisible();
      expect(tried).toHaveLength(1);
      await expect(page.getByLabel('Service name')).toHaveValue('nobody');
      const { PROFILE_SERVICE_NAME: name = '', PROFILE_SERVICE_SECRET: secret = '' } = process.env;
      await enterCredentials(page, name, secret);
      await expect(createButton(page)).toBeVisible();
      await expect(page.getByText(`You are using the service as ${name}.`)).toBeVisible();
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
      );
      expect(stored + JSON.stringify(await context.cookies())).not.toContain(secret);
      await expect(page.locator('main')).toBeFocused();
      await page.getByRole('button', { name: 'Forget the credentials' }).click();
      await expect(errorNotice(page)).toHaveText('401 Sign in to do this.');
      await expect(page.locator('main')).toBeFocused();
      await expect(page.locator('.counters')).toHaveCount(0);
    });
    await test.step('signing in leads back, and a failed answer is shown with its status', async () => {
      const { email } = await createAccount({ admin: true });
      // One route for both answers: a call that the page repeats between them must not succeed, and remove the button.
      let answer: Parameters<Route['fulfill']>[0] = {
        status: 500,
        json: { error: 'Something went wrong on our side.' },
      };
      await page.route(statisticsCall, (route) => route.fulfill(answer));
      await page.getByRole('link', { name: 'Sign in' }).click();
      await logIn(page, email);
      await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
      await expect(page).toHaveURL(dashboardPath);
      await expect(errorNotice(page)).toHaveText('500 Something went wrong on our side.');
      await page.unroute(statisticsCall);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(createButton(page)).toBeVisible();
      await expect(page.locator('main')).toBeFocused();
    });
    await test.step('a member reads 404 without the form for service credentials', async () => {
      const otherProfile = await insertProfile(rows);
      const { uid, email } = await createAccount();
      // An unconfirmed email cannot be in the profile.
      await changeAccount(uid, { emailVerified: false });
      await signIn(page, email);
      await test.step('a member reads 404 at another profile, and My profile opens their own without the unconfirmed email', async () => {
        await page.goto(editorUrl(otherProfile.userId));
        await expect(errorNotice(page)).toHaveText('Error loading user profile: 404 Profile not found');
        await expect(page.locator('main')).not.toContainText(otherProfile.name);
        await expect(page.locator('main form')).toHaveCount(0);
        await page.locator('main').getByRole('link', { name: 'My profile' }).click();
        await expect(editorField(page, 'User ID')).toHaveValue(uid);
        await expect(editorField(page, 'Email')).toHaveValue('');
        await expect(editorField(page, 'Email')).toHaveAccessibleDescription(
          'Leave this empty until your account’s address is confirmed.',
        );
      });
      await page.goto(dashboardPath);
      await expect(page.getByRole('heading', { name: 'Error Loading Dashboard' })).toBeVisible();
      await expect(errorNotice(page)).toHaveText('404 Profile not found');
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await expect(page.locator('main')).toContainText('Only admins and services');
      await expect(page.locator('main').getByRole('link', { name: 'My profile' })).toHaveAttribute(
        'href',
        `/user-profile-admin?id=${uid}`,
      );
      await expect(page.locator('main form')).toHaveCount(0);
      await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
      await expect(page.getByRole('tab')).toHaveCount(0);
      // The index tabs of the admins' screens.
      await expect(tabs(page)).toHaveCount(0);
    });
  },
);
