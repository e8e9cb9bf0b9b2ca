import {
  formNotice,
  goodPassword,
  measureSubmitButton,
  newConfirmationField,
  newPasswordField,
  resetPasswordCall,
  submitButton,
  submitNewPassword,
} from './account-screens.ts';
import { canSignIn, createAccount, createResetCode, password } from './firebase-accounts.ts';
import { countStoredUsers, signIn } from './sign-in.ts';
import { deep, expect, test } from '../fixtures.ts';
import { failedRequest, holdRequests, waitForPath, errorNotice } from '../page-helpers.ts';

const updatedText = 'Password updated successfully! You can now log in with your new password.';

test(
  'a failed reset keeps its link; a double click sets the password once',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(failedRequest);
    const [{ email }, otherAccount] = await Promise.all([createAccount(), createAccount()]);
    await signIn(page, otherAccount.email);
    await page.clock.install();
    await test.step('the server refuses a common password if the page cannot look it up', async () => {
      await page.route('**/api/auth/leaked-passwords/*', (route) => route.abort());
      await page.goto(`/set-new-password?token=${await createResetCode(email)}`);
      await submitNewPassword(page, 'Password');
      await expect(formNotice(page)).toHaveText('This password is too common. Please choose another.');
      await page.unroute('**/api/auth/leaked-passwords/*');
    });
    await test.step('wrong passwords', async () => {
      for (const field of [newPasswordField(page), newConfirmationField(page)]) {
        await expect(field).toHaveAttribute('minlength', '6');
        await expect(field).toHaveAttribute('autocomplete', 'new-password');
      }
      await expect(page.getByLabel('Account')).toHaveAttribute('autocomplete', 'username');
      await expect(page.getByLabel('Account')).not.toBeEditable();
      await newPasswordField(page).fill('k');
      await expect(page.getByText('Use at least 6 characters')).toBeVisible();
      for (const [typed, again, error] of [
        ['k1th-', 'k1th-', 'Password must be at least 6 characters long.'],
        [goodPassword, '', 'Passwords do not match.'],
      ] as const) {
        await submitNewPassword(page, typed, again);
        await expect(page.locator('main .field-error:not(:empty)')).toHaveText(error);
        await expect(page.locator('main [aria-invalid=true]')).toBeFocused();
      }
    });
    await test.step('a failing server keeps the typed password', async () => {
      const error = 'The service is unavailable at the moment. Please try again soon.';
      for (const [answer, text] of [
        [{ status: 503, json: { error } }, error],
        [null, 'Failed to reset password.'],
      ] as const) {
        await page.route(resetPasswordCall, (route) => (answer ? route.fulfill(answer) : route.abort()));
        await submitNewPassword(page, goodPassword);
        await expect(formNotice(page)).toHaveText(text);
        await expect(newPasswordField(page)).toHaveValue(goodPassword);
        await page.unroute(resetPasswordCall);
      }
      expect(await canSignIn(email, password)).toBe(true);
    });
    await test.step('a reload keeps the link, and a double click on Saving… sets the password once', async () => {
      await page.reload();
      await expect(page.getByLabel('Account')).toHaveValue(email);
      await expect(page).toHaveURL('/set-new-password');
      const held = await holdRequests(page, resetPasswordCall);
      await newPasswordField(page).fill(goodPassword);
      await newConfirmationField(page).fill(goodPassword);
      const width = await measureSubmitButton(page);
      await submitButton(page).dblclick();
      await expect(submitButton(page)).toHaveText('Saving…');
      await page.clock.pauseAt(Date.now() + 60_000);
      expect(await measureSubmitButton(page)).toBe(width);
      held.release();
      await expect(formNotice(page)).toHaveText(updatedText);
      expect(held.count()).toBe(1);
      expect(await canSignIn(email, goodPassword)).toBe(true);
    });
    await test.step('the focus is before Back to Login, and 3 seconds later /login opens', async () => {
      await expect(newPasswordField(page)).toHaveCount(0);
      await expect(page.locator('main')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Back to Login' })).toBeFocused();
      await page.clock.runFor(2_999);
      await expect(page).toHaveURL('/set-new-password');
      await page.clock.runFor(1);
      await page.clock.resume();
      await waitForPath(page, '/login');
    });
    await test.step('the other account is signed out, and the link is used up', async () => {
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      expect(await countStoredUsers(page)).toBe(0);
      await page.goto('/set-new-password');
      await expect(errorNotice(page)).toHaveText('No reset token provided.');
    });
  },
);
