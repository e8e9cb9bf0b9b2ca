import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { dialogOf, signInAdmin } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { newProfile } from './profile-screen.ts';
import { path, said, field, save } from './editor-screen.ts';

// Several screens are looked at in both schemes and widths, and whole lives of a profile are lived.
test.beforeEach(() => {
  test.slow();
});

test('leaving or logging out with unsaved changes asks first, and whoever stays keeps them', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const [one, other] = [await newProfile(rows), await newProfile(rows)];
  await signInAdmin(page);
  await test.step('by a link of the site and by the browser’s own ways', async () => {
    // Of both the id counts.
    await page.goto(`${path}?${new URLSearchParams({ email: other.email, id: one.userId }).toString()}`);
    await expect(field(page, 'User ID')).toHaveValue(one.userId);
    const link = page.locator('footer').getByRole('link').first();
    await field(page, 'Name').fill('Typed');
    const opened = context.waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    await (await opened).close();
    await expect(dialogOf(page)).toHaveCount(0);
    await link.click();
    await expect(dialogOf(page)).toHaveAccessibleName('Leave without saving your changes?');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Name')).toHaveValue('Typed');
    await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => {
      setTimeout(() => {
        location.reload();
      });
    });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(field(page, 'Name')).toHaveValue('Typed');
    await link.click();
    await dialogOf(page).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => placeOf(page)).not.toContain(path);
  });
  await test.step('by Logout', async () => {
    // Between the sign-out and the home page the screen may ask as nobody.
    await page.goto(`${path}?id=${one.userId}`);
    await field(page, 'Name').fill('Typed');
    const logOut = page.locator('.site-header').getByRole('button', { name: 'Logout' });
    await logOut.click();
    await expect(dialogOf(page)).toHaveAccessibleName('Leave without saving your changes?');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Name')).toHaveValue('Typed');
    await save(page).click();
    await expect(said(page)).toHaveText('User profile updated successfully!');
    await field(page, 'Name').fill('Typed again');
    await logOut.click();
    await dialogOf(page).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => placeOf(page)).toBe('/');
  });
});
