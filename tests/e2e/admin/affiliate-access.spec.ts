import { createAccount, setClaims } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import {
  accessNotice,
  chooseRowAction,
  insertAffiliate,
  recordForm,
  saveForm,
  screenNotice,
} from './admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests } from '../page-helpers.ts';
import { insertPurchase, insertTwoAffiliates, reopenPurchase } from './purchase-screen.ts';

const path = '/affiliate-admin';

test('a member is refused the list; a new admin gets the list at Try again; a former admin can change nothing, and a viewer reads without forms', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const affiliate = await insertAffiliate(rows);
  const { uid, email } = await createAccount();
  await signIn(page, email);
  await test.step('Try again shows its progress and failures, and then the list to a new admin', async () => {
    await page.route(/\/v1\/token\b/, (route) => route.abort());
    const held = await holdRequests(page, /\/v1\/token\b/);
    await page.goto(`${path}?q=${affiliate.tag}`);
    await expect(accessNotice(page)).toHaveText('Failed to fetch affiliates: Admin access is required.');
    await expect(page.locator('main')).not.toContainText(affiliate.name);
    await expect(recordForm(page)).toHaveCount(0);
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await tryAgain.click();
    await expect(page.getByRole('button', { name: 'Trying...' })).toHaveAttribute('aria-busy', 'true');
    held.release();
    await expect(accessNotice(page)).toHaveText(
      'The sign-in service cannot be reached. Please check your internet connection and try again.',
    );
    await expect(tryAgain).toBeFocused();
    await page.unroute(/\/v1\/token\b/);
    await setClaims(uid, { admin: true });
    await tryAgain.click();
    await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText(affiliate.name);
  });
  await test.step('a former admin can change nothing', async () => {
    await chooseRowAction(page, 'Edit', affiliate.name);
    await recordForm(page).getByLabel('Name').fill('Richer');
    await setClaims(uid, {});
    await saveForm(page);
    await expect(screenNotice(page)).toHaveText('Admin access is required.');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(screenNotice(page)).toHaveText('Admin access is required.');
    await chooseRowAction(page, 'Activate', affiliate.name);
    await expect(screenNotice(page)).toHaveText('Error activating affiliate: 403 Admin access is required.');
    expect(await rows('select name, date_activated from affiliates where id = $1', [affiliate.id])).toEqual([
      { name: affiliate.name, date_activated: null },
    ]);
  });
  await test.step('a viewer reads a purchase without a form that changes it, and the screen says why', async () => {
    const [buyersAffiliate] = await insertTwoAffiliates(rows);
    const purchase = await insertPurchase(rows, buyersAffiliate);
    await signIn(page, (await createAccount({ role: 'viewer' })).email);
    await reopenPurchase(page, purchase);
    await expect(page.getByText('Your role is viewer.')).toBeVisible();
    const panel = page.getByRole('region', { name: /^Purchase / });
    await expect(panel.getByRole('heading', { name: 'PayPal events' })).toBeVisible();
    await expect(panel.locator('form, summary')).toHaveCount(0);
    await page.goto(`${path}?q=${affiliate.tag}`);
    await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText(affiliate.name);
    await expect(page.getByRole('button', { name: /^(Add|Edit|Review|Delete|Activate)/ })).toHaveCount(0);
  });
});
