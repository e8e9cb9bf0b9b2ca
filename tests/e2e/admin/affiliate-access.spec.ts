import { newAccount, setClaims } from '../accounts/provider.ts';
import { failedAnswer } from '../accounts/screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { formOf, refusalOf, rowButton, rowsOf, saidOf, save } from './admin-screen.ts';
import { newAffiliate, newCustomer } from './records.ts';

const path = '/affiliate-admin';

test('a member is refused every list of the admins; made an admin, they get the list at Try again; no admin any more, they can change nothing', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const one = await newAffiliate(rows);
  const { uid, email } = await newAccount();
  await signIn(page, email);
  await test.step('the other lists say that they take an admin, and show nobody', async () => {
    const customer = await newCustomer(rows);
    for (const [list, what] of [
      ['/customer-admin', 'customers'],
      ['/purchases-admin', 'purchases'],
      ['/payouts', 'payouts'],
    ] as const) {
      await page.goto(`${list}?q=${customer.tag}`);
      await expect(saidOf(page)).toHaveText(`Failed to fetch ${what}: Admin access is required.`);
      await expect(rowsOf(page)).toHaveCount(0);
      await expect(page.locator('main')).not.toContainText(customer.tag);
    }
  });
  await test.step('Try again says how it goes, and shows the list to a new admin', async () => {
    await page.goto(`${path}?q=${one.tag}`);
    await expect(refusalOf(page)).toHaveText('Failed to fetch affiliates: Admin access is required.');
    await expect(page.locator('main')).not.toContainText(one.name);
    await expect(formOf(page)).toHaveCount(0);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/\/v1\/token\b/, async (route) => {
      await wanted;
      await route.abort();
    });
    await again.click();
    await expect(page.getByRole('button', { name: 'Trying...' })).toHaveAttribute('aria-busy', 'true');
    release(undefined);
    await expect(refusalOf(page)).toHaveText(
      'The sign-in service cannot be reached. Please check your internet connection and try again.',
    );
    await expect(again).toBeFocused();
    await page.unroute(/\/v1\/token\b/);
    await page.route(/\/v1\/token\b/, (route) =>
      route.fulfill({ status: 500, json: { error: { message: 'INTERNAL' } } }),
    );
    await again.click();
    await expect(refusalOf(page)).toHaveText('Failed to refresh claims. Please try again.');
    await page.unroute(/\/v1\/token\b/);
    await setClaims(uid, { admin: true });
    await again.click();
    await expect(page.getByRole('table', { name: 'Affiliates' })).toContainText(one.name);
  });
  await test.step('somebody who is no admin any more can change nothing', async () => {
    await rowButton(page, 'Edit', one.name).click();
    await formOf(page).getByLabel('Name').fill('Richer');
    await setClaims(uid, {});
    await save(page);
    await expect(saidOf(page)).toHaveText('Admin access is required.');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(saidOf(page)).toHaveText('Admin access is required.');
    await rowButton(page, 'Activate', one.name).click();
    await expect(saidOf(page)).toHaveText('Error activating affiliate: 403 Admin access is required.');
    expect(await rows('select name, date_activated from affiliates where id = $1', [one.id])).toEqual([
      { name: one.name, date_activated: null },
    ]);
  });
});
