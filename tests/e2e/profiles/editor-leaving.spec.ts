import { confirmDialog, signInAdmin } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest } from '../page-helpers.ts';
import { editorField, editorNotice, editorPath, insertProfile, saveButton } from './profile-screens.ts';

// The steps together take longer than the usual limit.
test.beforeEach(() => {
  test.slow();
});

test('leaving the editor or logging out with unsaved changes asks first; Cancel keeps the changes', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const [profile, otherProfile] = [await insertProfile(rows), await insertProfile(rows)];
  await signInAdmin(page);
  await test.step('by a link and by a reload', async () => {
    // The id wins over the email.
    await page.goto(
      `${editorPath}?${new URLSearchParams({ email: otherProfile.email, id: profile.userId }).toString()}`,
    );
    await expect(editorField(page, 'User ID')).toHaveValue(profile.userId);
    const link = page.locator('footer').getByRole('link').first();
    await editorField(page, 'Name').fill('Typed');
    const newPage = context.waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    await (await newPage).close();
    await expect(confirmDialog(page)).toHaveCount(0);
    await link.click();
    await expect(confirmDialog(page)).toHaveAccessibleName('Leave without saving your changes?');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(editorField(page, 'Name')).toHaveValue('Typed');
    await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
    const dialogOpened = page.waitForEvent('dialog');
    await page.evaluate(() => {
      setTimeout(() => {
        location.reload();
      });
    });
    const question = await dialogOpened;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(editorField(page, 'Name')).toHaveValue('Typed');
    await link.click();
    await confirmDialog(page).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => currentPath(page)).not.toContain(editorPath);
  });
  await test.step('by Logout', async () => {
    await page.goto(`${editorPath}?id=${profile.userId}`);
    await editorField(page, 'Name').fill('Typed');
    const logOut = page.locator('.site-header').getByRole('button', { name: 'Logout' });
    await logOut.click();
    await expect(confirmDialog(page)).toHaveAccessibleName('Leave without saving your changes?');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(editorField(page, 'Name')).toHaveValue('Typed');
    await saveButton(page).click();
    await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
    await editorField(page, 'Name').fill('Typed again');
    await logOut.click();
    await confirmDialog(page).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => currentPath(page)).toBe('/');
  });
});
