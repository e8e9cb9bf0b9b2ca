import {
  codePattern,
  codeTakenError,
  copyLinkButton,
  goodPassword,
  internalError,
  logIn,
  mainContent,
  refuseApplications,
  selectAffiliate,
  signUp,
  submittedText,
} from './account-screens.ts';
import { canSignIn, createAccount, sampleAccounts, uniqueEmail } from './firebase-accounts.ts';
import { signIn } from './sign-in.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';

test(
  'the application screen shows visitors, accounts and affiliates what to do next',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    await test.step('a visitor gets links to sign up and sign in, an account without a record a link to the dashboard', async () => {
      await page.goto('/affiliate-application');
      await expect(mainContent(page)).toContainText('There’s no application to show.');
      await expect(mainContent(page).getByRole('link', { name: 'Sign up' })).toHaveAttribute(
        'href',
        '/signup',
      );
      await expect(mainContent(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute(
        'href',
        '/login?next=%2Faffiliate-application',
      );
      const { email } = await createAccount();
      await signIn(page, email);
      await page.goto('/affiliate-application');
      await expect(mainContent(page)).toContainText('You haven’t applied yet.');
      await mainContent(page).getByRole('link', { name: 'Go to your dashboard' }).click();
      await waitForPath(page, '/affiliate-dashboard');
      expect(await rows(selectAffiliate, [email])).toEqual([]);
    });
    await test.step('a failed call shows its reason, and Try again shows the application', async () => {
      const alert = mainContent(page).getByRole('alert');
      const tryAgain = mainContent(page).getByRole('button', { name: 'Try again' });
      await signIn(page, sampleAccounts.pia);
      await page.route('**/api/affiliates', (route) => route.fulfill({ status: 500, json: internalError }));
      await page.goto('/affiliate-application');
      await expect(alert).toHaveText('Something went wrong on our side.');
      await page.unroute('**/api/affiliates');
      await tryAgain.click();
      await expect(mainContent(page).getByText(submittedText)).toContainText(sampleAccounts.pia);
      await expect(mainContent(page).locator('dl')).toContainText('pia0002');
      await expect(mainContent(page)).toContainText('You’ll have our answer by');
    });
  },
);

test(
  'two sign-ups without their records: the dashboard creates each once',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    const signOut = async () => {
      await page.locator('.site-header').getByRole('button', { name: 'Logout' }).click();
      await waitForPath(page, '/');
    };
    const expectRecord = async (email: string, referredBy: string) => {
      await expect(page.getByText('Not Activated')).toBeVisible();
      expect(await rows(selectAffiliate, [email])).toMatchObject([
        { code: expect.stringMatching(codePattern(email)), date_activated: null, referred_by: referredBy },
      ]);
    };
    await test.step('six codes of the first are taken, and the sign-up continues without a record', async () => {
      const codes = await refuseApplications(page, 6, 409, codeTakenError);
      await signUp(page, first, { referredBy: sampleAccounts.ada });
      await waitForPath(page, '/affiliate-application');
      await expect(mainContent(page).getByText(submittedText)).toContainText(first);
      await expect(mainContent(page).getByText('Affiliate code')).toHaveCount(0);
      await expect(copyLinkButton(page)).toHaveCount(0);
      await expect(mainContent(page)).not.toContainText(codeTakenError.error);
      expect(codes).toHaveLength(6);
      for (const code of codes) expect(code).toMatch(codePattern(first));
      expect(new Set(codes).size).toBeGreaterThan(1);
      expect(await rows(selectAffiliate, [first])).toEqual([]);
      expect(await canSignIn(first, goodPassword)).toBe(true);
      await page.unroute('**/api/affiliates');
      await signOut();
    });
    await test.step('the server fails for the second, whose dashboard creates only their own record', async () => {
      await refuseApplications(page, 1, 500, internalError);
      await signUp(page, second, { referredBy: sampleAccounts.pia });
      await waitForPath(page, '/affiliate-application');
      await expect(mainContent(page).getByText(submittedText)).toContainText(second);
      await page.goto('/affiliate-dashboard');
      await expectRecord(second, sampleAccounts.pia);
      expect(await rows(selectAffiliate, [first])).toEqual([]);
      await signOut();
      await page.goto('/affiliate-application');
      await expect(mainContent(page)).toContainText('There’s no application to show.');
    });
    await test.step('the first logs in, and gets only their own record', async () => {
      await page.goto('/login');
      await logIn(page, first, goodPassword);
      await waitForPath(page, '/affiliate-dashboard');
      await expectRecord(first, sampleAccounts.ada);
      await page.goto('/affiliate-application');
      await expect(mainContent(page).locator('dl')).toContainText(first);
      expect(await page.evaluate(() => localStorage.getItem('pending-applications'))).toBeNull();
      await signOut();
    });
  },
);
