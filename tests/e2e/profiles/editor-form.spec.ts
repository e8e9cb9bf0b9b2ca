import { expectLeaveQuestion } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import {
  changeProfileElsewhere,
  editorButton,
  editorField,
  editorNotice,
  editorPanel,
  insertProfile,
  openEditor,
  saveButton,
  unsavedBadge,
} from './profile-screens.ts';

test('the editor marks and resets unsaved changes, and leaving it asks first', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const profile = await insertProfile(rows);
  await openEditor(page, profile.userId);
  await expect(editorField(page, 'Phone')).toHaveAttribute('maxlength', '20');
  // The browser's own data would be the admin's.
  await expect(editorField(page, 'Name')).toHaveAttribute('autocomplete', 'off');
  await expect(editorButton(page, 'Reset Changes')).toBeDisabled();
  await editorField(page, 'Name').fill('Typed');
  await expect(unsavedBadge(page)).toBeVisible();
  await editorField(page, 'Name').fill(profile.name);
  await expect(unsavedBadge(page)).toHaveCount(0);
  await editorField(page, 'Name').fill('Typed');
  await editorButton(page, 'Reset Changes').click();
  await expect(editorField(page, 'Name')).toHaveValue(profile.name);
  await expect(saveButton(page)).toBeDisabled();
  await editorField(page, 'Name').press('Enter');
  await expect(editorNotice(page)).toHaveText('');
  await expect(page.getByRole('link', { name: 'Demo profile' })).toHaveAttribute(
    'href',
    `/user-profile?id=${profile.userId}`,
  );
  await expect(page.getByRole('link', { name: 'Public profile' })).toHaveAttribute(
    'href',
    `/profile/${profile.userId}`,
  );
  await page.getByText('Debug info').click();
  await expect(page.locator('.debug')).toContainText(profile.id);
  await expect(page.locator('.debug')).not.toContainText(/bearer|basic|eyJ/i);
  await expectAccessibleOnPhone(page);
  await test.step('the form works by keyboard alone, and Enter saves', async () => {
    await editorField(page, 'Name').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Typed');
    await page.keyboard.press('Enter');
    await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
    await expect(page.getByRole('heading', { name: 'Edit Typed' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(editorField(page, 'Name')).toBeFocused();
  });
  await test.step('a conflict keeps the typed text, and the record can be reloaded', async () => {
    await editorField(page, 'Name').fill('Mine');
    await changeProfileElsewhere(rows, profile.userId, '111');
    await saveButton(page).click();
    await expect(editorNotice(page)).toHaveText(
      /^Error saving user profile: 409 Somebody else has changed this record/,
    );
    await expect(editorField(page, 'Name')).toHaveValue('Mine');
    await editorButton(page, 'Reload the record and discard my changes').press('Enter');
    await expect(editorField(page, 'Phone')).toHaveValue('111');
    await expect(editorField(page, 'Name')).toHaveValue('Typed');
    await expect(editorPanel(page)).toBeFocused();
  });
  await test.step('leaving by a link, a reload or Logout asks first', async () => {
    const link = page.locator('footer').getByRole('link').first();
    await editorField(page, 'Name').fill('Typed again');
    const newPage = context.waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    await (await newPage).close();
    await expectLeaveQuestion(page);
    await expect(editorField(page, 'Name')).toHaveValue('Typed again');
    const dialogOpened = page.waitForEvent('dialog');
    await page.evaluate(() => {
      setTimeout(() => {
        location.reload();
      });
    });
    const question = await dialogOpened;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(editorField(page, 'Name')).toHaveValue('Typed again');
    const logOut = page.locator('.site-header').getByRole('button', { name: 'Logout' });
    for (const answer of ['dismiss', 'accept'] as const) {
      const asked = page.waitForEvent('dialog');
      const press = logOut.click();
      const logOutQuestion = await asked;
      expect(logOutQuestion.message()).toBe('Sign out without saving your changes?');
      await logOutQuestion[answer]();
      await press;
      if (answer === 'dismiss') await expect(editorField(page, 'Name')).toHaveValue('Typed again');
    }
    await expect(page).toHaveURL('/');
  });
});
