import { newPasswordField, passwordField, resetFailure, submitButton } from './account-screens.ts';
import { createAccount, createResetCode } from './firebase-accounts.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

// axe runs up to six times per screen.
test.slow();

test('the account forms have no accessibility violation: empty, with errors, and after a failed login', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  for (const path of ['/signup', '/forgot-password', '/login'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
      await expectAccessible(page);
      await submitButton(page).click();
      await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused();
      await expectAccessible(page);
    });
  await test.step('a failed login', async () => {
    await page.getByLabel('Email').fill('nobody@mail.example');
    await passwordField(page).fill('nothing of mine');
    await page.getByRole('button', { name: 'Show password' }).click();
    await submitButton(page).click();
    await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
    await expectAccessible(page);
  });
});

test('the reset screens and a visitor’s application have no accessibility violation', async ({ page }) => {
  await test.step('a missing link, a good link, and a form with errors', async () => {
    const { email } = await createAccount();
    await page.goto('/reset-password');
    await expect(resetFailure(page)).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/set-new-password?token=${await createResetCode(email)}`);
    await expect(newPasswordField(page)).toBeVisible();
    await expectAccessible(page);
    await submitButton(page).click();
    await expect(newPasswordField(page)).toBeFocused();
    await expectAccessible(page);
  });
  await test.step('the application of a visitor', async () => {
    await page.goto('/affiliate-application');
    await expect(page.getByText('There’s no application to show.')).toBeVisible();
    await expectAccessible(page);
  });
});
