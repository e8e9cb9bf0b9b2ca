import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { newAccount, resetCode, seeded } from './provider.ts';
import { failureOf, newPassword } from './reset-links.ts';
import { failedAnswer, passwordField, submitButton } from './screens.ts';
import { signIn } from './sign-in.ts';

// Each screen is analysed up to six times.
test.slow();

for (const path of ['/login', '/signup', '/forgot-password'])
  test(`the form of ${path}, empty and with errors`, async ({ page }) => {
    await page.goto(path);
    await expect(submitButton(page)).toHaveAttribute('aria-busy', 'false');
    await looksRight(page);
    await submitButton(page).click();
    await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused();
    await looksRight(page);
  });

test('a login that failed', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@mail.example');
  await passwordField(page).fill('nothing of mine');
  await page.getByRole('button', { name: 'Show password' }).click();
  await submitButton(page).click();
  await expect(page.getByText('Failed to sign in. Please check your credentials.')).toBeVisible();
  await looksRight(page);
});

test('a reset link that is missing, and one that is good, with an empty form and with errors', async ({
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

test('the application of a visitor, and of an affiliate', async ({ page }) => {
  await page.goto('/affiliate-application');
  await expect(page.getByText('There is no application here to show.')).toBeVisible();
  await looksRight(page);
  await signIn(page, seeded.pia);
  await page.goto('/affiliate-application');
  await expect(page.locator('main dl')).toContainText('pia0002');
  await looksRight(page);
});
