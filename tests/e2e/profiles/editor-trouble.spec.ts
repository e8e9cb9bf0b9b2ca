import { logIn } from '../accounts/account-screens.ts';
import { createAccount, setClaims } from '../accounts/firebase-accounts.ts';
import { confirmDialog, signInAdmin } from '../admin/admin-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, offlineError } from '../page-helpers.ts';
import {
  changeProfileElsewhere,
  editorButton,
  editorField,
  editorNotice,
  editorPanel,
  editorPath,
  editorUrl,
  errorNotice,
  htmlAnswer,
  insertProfile,
  loadCall,
  saveButton,
  saveCall,
  selectProfile,
  unsavedBadge,
} from './profile-screens.ts';

// The steps together take longer than the usual limit.
test.beforeEach(() => {
  test.slow();
});

test(
  'after a conflict or a failure the editor keeps the typed text; a refused delete does not look like a success',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    allowConsoleErrors(offlineError);
    const admin = await signInAdmin(page);
    await test.step('a conflict', async () => {
      const profile = await insertProfile(rows);
      await page.goto(editorUrl(profile.userId));
      const reload = editorButton(page, 'Reload the record, discard my changes');
      await editorField(page, 'Name').fill('Mine');
      await changeProfileElsewhere(rows, profile.userId, '111');
      await saveButton(page).click();
      await expect(editorNotice(page)).toHaveText(
        /^Error saving user profile: 409 Somebody else has changed this record/,
      );
      await editorField(page, 'Facebook ID').fill('typed.later');
      await reload.press('Enter');
      await expect(editorNotice(page)).toHaveText(
        'The record was reloaded. Make your change again, then save.',
      );
      await expect(editorField(page, 'Phone')).toHaveValue('111');
      await expect(editorField(page, 'Name')).not.toHaveValue('Mine');
      await expect(editorField(page, 'Facebook ID')).not.toHaveValue('typed.later');
      await expect(editorPanel(page)).toBeFocused();
      await expect(reload).toHaveCount(0);
      await expect(unsavedBadge(page)).toHaveCount(0);
      await editorField(page, 'Name').fill('Mine');
      await saveButton(page).click();
      await expect(editorNotice(page)).toHaveText('User profile updated successfully!');
      expect(await selectProfile(rows, profile.userId)).toMatchObject([{ name: 'Mine', phone: '111' }]);
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
      expect(await selectProfile(rows, profile.userId)).toMatchObject([{ name: 'Mine', phone: '444' }]);
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
        [htmlAnswer, '200 The user profile service isn’t running: it answered with a web page.'],
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

test(
  'a profile that fails to load shows the reason, and loads at Retry or after a sign-in',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const profile = await insertProfile(rows);
    const { email } = await createAccount({ admin: true });
    await page.goto(editorUrl(profile.userId));
    await expect(errorNotice(page)).toHaveText('Error loading user profile: 401 Sign in to do this.');
    await expect(page.getByLabel('Service name')).toBeVisible();
    await page.route(loadCall, (route) => route.fulfill({ ...htmlAnswer, status: 404 }));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await logIn(page, email);
    await expect(errorNotice(page)).toHaveText(
      'Error loading user profile: 404 The user profile service isn’t running: it answered with a web page.',
    );
    await page.unroute(loadCall);
    await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(editorField(page, 'Name')).toHaveValue(profile.name);
    await expect(page.locator('main')).toBeFocused();
    await expect(page).toHaveURL(editorUrl(profile.userId));
  },
);
