import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { newAccount, resetCode, seeded } from './provider.ts';
import { failureOf, newPassword } from './reset-links.ts';
import { failedAnswer, passwordField, submitButton } from './screens.ts';
import { signIn } from './sign-in.ts';

// Each screen is analysed up to six times.
test.slow();

test('the account forms have no accessibility violation: empty, with errors, and after a login that failed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  for (const path of ['/signup', '/forgot-password', '/login'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
      await looksRight(page);
      await submitButton(page).click();
      await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused();
      await looksRight(page);
    });
  await test.step('a login that failed', async () => {
    await page.getByLabel('Email').fill('nobody@mail.example');
    await passwordField(page).fill('nothing of mine');
    await page.getByRole('button', { name: 'Show password' }).click();
    await submitButton(page).click();
    await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
    await looksRight(page);
  });
});

test('the screens of a reset link have no accessibility violation: a missing link, a good one, and a form with errors', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.goto('/reset-password');
  await expect(failureOf(page)).toBeVisible();
  await looksRight(page);
  await page.goto(`/set-new-password?token=${await resetCode(email)}`);
  await expect(newPassword(page)).toBeVisible();
  await looksRight(page);
  await submitButton(page).click();
  await expect(newPassword(page)).toBeFocused();
  await looksRight(page);
});

test('the application screen has no accessibility violation for a visitor and for an affiliate', async ({
  page,
}) => {
  await page.goto('/affiliate-application');
  await expect(page.getByText('There is no application here to show.')).toBeVisible();
  await looksRight(page);
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await expect(page.locator('main dl')).toContainText('pia0002');
  await looksRight(page);
});
