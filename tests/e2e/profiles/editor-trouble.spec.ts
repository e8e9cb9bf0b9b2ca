import { setClaims } from '../accounts/firebase-accounts.ts';
import { confirmDialog, signInAdmin } from '../admin/admin-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, offlineError } from '../page-helpers.ts';
import {
  editorButton,
  editorField,
  editorNotice,
  editorPanel,
  editorPath,
  editorUrl,
  insertProfile,
  saveButton,
  saveCall,
  selectProfile,
} from './profile-screens.ts';

// The steps together take longer than the usual limit.
test.beforeEach(() => {
  test.slow();
});

test(
  'a deleted profile and failures keep the typed text',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    allowConsoleErrors(offlineError);
    const admin = await signInAdmin(page);
    await test.step('another admin has deleted the profile', async () => {
      const profile = await insertProfile(rows);
      await page.goto(editorUrl(profile.userId));
      const reload = editorButton(page, 'Reload the record, discard my changes');
      await editorField(page, 'Phone').fill('444');
      await rows('delete from user_profiles where user_id = $1', [profile.userId]);
      await saveButton(page).click();
      await reload.click();
      await expect(editorNotice(page)).toHaveText(
        'Somebody has deleted this profile. If you save now, it’s created again.',
      );
      await expect(editorField(page, 'Phone')).toHaveValue('444');
      await saveButton(page).click();
      await expect(editorNotice(page)).toHaveText('User profile created successfully!');
      expect(await selectProfile(rows, profile.userId)).toMatchObject([{ name: profile.name, phone: '444' }]);
      await rows('delete from user_profiles where user_id = $1', [profile.userId]);
      await editorButton(page, 'Delete Profile').click();
      await confirmDialog(page).getByRole('button', { name: 'Delete Profile' }).click();
      await expect(editorNotice(page)).toHaveText('There’s no profile with this user ID anymore.');
      await expect(editorField(page, 'Name')).toHaveValue('');
      await expect(page).toHaveURL(editorPath);
    });
    await test.step('failures', async () => {
      const profile = await insertProfile(rows);
      await page.goto(editorUrl(profile.userId));
      await editorField(page, 'Name').fill('Typed');
      for (const [answer, text] of [
        [
          { status: 500, json: { error: 'Something went wrong on our side.' } },
          '500 Something went wrong on our side.',
        ],
        [{ status: 401, json: { error: 'Sign in to do this.' } }, '401 Sign in to do this.'],
      ] as const) {
        await page.route(saveCall, (route) => route.fulfill(answer));
        await saveButton(page).click();
        await expect(editorNotice(page)).toHaveText(`Error saving user profile: ${text}`);
        await expect(editorPanel(page).getByRole('link', { name: 'Sign in' })).toHaveCount(
          answer.status === 401 ? 1 : 0,
        );
        await page.unroute(saveCall);
      }
      await page.route(saveCall, (route) => route.abort());
      await editorButton(page, 'Delete Profile').click();
      await confirmDialog(page).getByRole('button', { name: 'Delete Profile' }).click();
      await expect(editorNotice(page)).toHaveText(
        'Error deleting user profile: The server cannot be reached. Please check your internet connection and try again.',
      );
      await expect(editorField(page, 'Name')).toHaveValue('Typed');
      await page.unroute(saveCall);
      await saveButton(page).click();
      await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
      await test.step('a delete that is refused', async () => {
        await editorField(page, 'Name').fill('Typed again');
        await setClaims(admin.uid, {});
        await editorButton(page, 'Delete Profile').click();
        await confirmDialog(page).getByRole('button', { name: 'Delete Profile' }).click();
        await expect(editorNotice(page)).toHaveText('Error deleting user profile: 404 Profile not found');
        await expect(editorField(page, 'Name')).toHaveValue('Typed again');
        expect(await selectProfile(rows, profile.userId)).toHaveLength(1);
      });
    });
  },
);
