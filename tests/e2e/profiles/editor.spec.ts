import { unique } from '../../api/factories.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { confirmDialog, signInAdmin } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import {
  editorButton,
  editorField,
  editorNotice,
  editorPanel,
  editorPath,
  editorUrl,
  insertProfile,
  openingNotice,
  saveButton,
  unsavedBadge,
} from './profile-screens.ts';

test('admin opens a typed email, and creates, changes and deletes an unknown profile', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await test.step('without an id or email in the URL', async () => {
    const profile = await insertProfile(rows);
    await signInAdmin(page);
    await page.goto(editorPath);
    await expect(openingNotice(page)).toHaveText('No user ID or email provided in URL parameters.');
    await expect(page.getByRole('heading', { name: 'Create a profile' })).toBeVisible();
    await page.getByRole('button', { name: 'Open profile' }).click();
    await expect(page.getByLabel('User ID or email')).toHaveAccessibleDescription(
      'Enter a user ID or an email',
    );
    await page.getByLabel('User ID or email').fill(profile.email);
    await editorField(page, 'Name').fill('Typed');
    const dialogDismissed = page.waitForEvent('dialog').then((question) => question.dismiss());
    await page.getByRole('button', { name: 'Open profile' }).click();
    await dialogDismissed;
    await expect(editorField(page, 'Name')).toHaveValue('Typed');
    await editorButton(page, 'Reset Changes').click();
    await expect(editorField(page, 'Name')).toHaveValue('');
    await expect(openingNotice(page)).toHaveText('No user ID or email provided in URL parameters.');
    await page.getByRole('button', { name: 'Open profile' }).click();
    await expect(page.getByRole('heading', { name: `Edit ${profile.name}` })).toBeVisible();
    await expect(page).toHaveURL(`${editorPath}?email=${encodeURIComponent(profile.email)}`);
  });
  await test.step('an unknown id', async () => {
    const id = `user-${unique()}`;
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.includes('user-profiles')) calls.push(`${request.method()} ${pathname}${search}`);
    });
    await page.goto(editorUrl(id));
    await expect(openingNotice(page)).toHaveText(
      'User profile not found. You can create a new profile below.',
    );
    await expect(editorField(page, 'User ID')).toHaveValue(id);
    await expect(unsavedBadge(page)).toHaveCount(0);
    await expect(saveButton(page)).toBeDisabled();
    await editorField(page, 'Name').fill('First');
    await expect(unsavedBadge(page)).toBeVisible();
    await saveButton(page).dblclick();
    await expect(editorNotice(page)).toHaveText('User profile created successfully!');
    await expect(unsavedBadge(page)).toHaveCount(0);
    await expect(saveButton(page)).toBeDisabled();
    await expect(editorPanel(page)).toBeFocused();
    await expect(editorField(page, 'User ID')).toBeDisabled();
    await expect(editorField(page, 'User ID')).toHaveAccessibleDescription(
      'The user ID cannot be changed once the profile exists.',
    );
    await editorField(page, 'Name').fill('Second');
    await editorField(page, 'Phone').fill('+46 8 555 010');
    await saveButton(page).click();
    await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
    await editorButton(page, 'Delete Profile').click();
    await expect(confirmDialog(page)).toHaveAccessibleName(
      'Are you sure you want to delete the profile for Second? This action cannot be undone.',
    );
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(editorButton(page, 'Delete Profile')).toBeFocused();
    await editorButton(page, 'Delete Profile').press('Enter');
    await confirmDialog(page).getByRole('button', { name: 'Delete Profile' }).dblclick();
    await expect(editorNotice(page)).toHaveText('User profile deleted successfully!');
    for (const label of ['User ID', 'Name', 'Phone']) await expect(editorField(page, label)).toHaveValue('');
    await expect(editorPanel(page)).toBeFocused();
    await expect(editorButton(page, 'Delete Profile')).toHaveCount(0);
    await expect(page).toHaveURL(editorPath);
    expect(calls).toEqual([
      `GET /api/user-profiles?id=${id}`,
      'POST /user-profiles',
      `PUT /user-profiles/user/${id}/upsert`,
      `DELETE /user-profiles/user/${id}`,
    ]);
  });
});

test('a member creates, changes and deletes their own profile', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedRequest);
  const { email, uid } = await createAccount();
  await signIn(page, email);
  await page.goto(editorPath);
  await expect(openingNotice(page)).toHaveText('No user ID or email provided in URL parameters.');
  await expect(page.locator('main form')).toHaveCount(0);
  await page.getByRole('link', { name: 'My profile' }).click();
  await expect(openingNotice(page)).toHaveText('User profile not found. You can create a new profile below.');
  await expect(page).toHaveURL(editorUrl(uid));
  await expect(editorField(page, 'User ID')).toHaveValue(uid);
  await expect(editorField(page, 'User ID')).toBeDisabled();
  await expect(editorField(page, 'Email')).toHaveValue(email);
  await editorField(page, 'Name').fill('Own');
  await saveButton(page).click();
  await expect(editorNotice(page)).toHaveText('User profile created successfully!');
  await editorField(page, 'Name').fill('Own, changed');
  await saveButton(page).click();
  await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
  await editorButton(page, 'Delete Profile').click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Profile' }).click();
  await expect(editorNotice(page)).toHaveText('User profile deleted successfully!');
  await expect(editorField(page, 'Name')).toHaveValue('');
  await test.step('the profile can be created again by email', async () => {
    await page.goto(`${editorPath}?email=${encodeURIComponent(email)}`);
    await expect(editorField(page, 'User ID')).toHaveValue(uid);
  });
});
