import { createAccount, setClaims } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { insertAffiliate } from './admin-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, waitForPath, errorNotice } from '../page-helpers.ts';
import { insertPurchase, insertTwoAffiliates, reopenPurchase } from './purchase-screen.ts';

const path = '/affiliate-admin';

test(
  'a member is refused a list until promoted; a viewer reads without forms',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const affiliate = await insertAffiliate(rows);
    const { uid, email } = await createAccount();
    await test.step('a member reads why, gets no form, and can use another account', async () => {
      await signIn(page, email);
      await page.goto('/customer-admin');
      await expect(errorNotice(page)).toHaveText('Failed to fetch customers: Admin access is required.');
      await expect(page.getByText(`You’re signed in as ${email}.`)).toBeVisible();
      await expect(page.locator('main :is(input, select, summary, form)')).toHaveCount(0);
      await expectAccessible(page);
      await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
        'href',
        '/affiliate-dashboard',
      );
      await page.getByRole('button', { name: 'Sign in with another account' }).click();
      await waitForPath(page, '/login');
      expect(new URL(page.url()).searchParams.get('next')).toBe('/customer-admin');
    });
    await test.step('Try again shows its progress and failures, and then the list to a new admin', async () => {
      await signIn(page, email);
      await page.route(/\/v1\/token\b/, (route) => route.abort());
      const held = await holdRequests(page, /\/v1\/token\b/);
      await page.goto(`${path}?q=${affiliate.tag}`);
      await expect(errorNotice(page)).toHaveText('Failed to fetch affiliates: Admin access is required.');
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      await tryAgain.click();
      await expect(page.getByRole('button', { name: 'Trying…' })).toHaveAttribute('aria-busy', 'true');
      held.release();
      await expect(errorNotice(page)).toHaveText(
        'The sign-in service cannot be reached. Please check your internet connection and try again.',
      );
      await expect(tryAgain).toBeFocused();
      await page.unroute(/\/v1\/token\b/);
      await setClaims(uid, { admin: true });
      await tryAgain.click();
      await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText(affiliate.name);
    });
    await test.step('a viewer reads a purchase without a form that changes it, and the screen says why', async () => {
      const [buyersAffiliate] = await insertTwoAffiliates(rows);
      const purchase = await insertPurchase(rows, buyersAffiliate);
      await signIn(page, (await createAccount({ role: 'viewer' })).email);
      await reopenPurchase(page, purchase);
      await expect(page.getByText('You’re a viewer: you can read everything here.')).toBeVisible();
      const panel = page.getByRole('region', { name: /^Purchase / });
      await expect(panel.getByRole('heading', { name: 'PayPal events' })).toBeVisible();
      await expect(panel.locator('form, summary')).toHaveCount(0);
      await page.goto(`${path}?q=${affiliate.tag}`);
      await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText(affiliate.name);
      await expect(page.getByRole('button', { name: /^(Add|Edit|Review|Delete|Activate)/ })).toHaveCount(0);
    });
  },
);
