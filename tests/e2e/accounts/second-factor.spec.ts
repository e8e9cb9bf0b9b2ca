import { totpCode } from '../../../stack/firebase/totp.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';
import { logIn, passwordField, userLine } from './account-screens.ts';
import { createAccount, password } from './firebase-accounts.ts';
import { signIn } from './sign-in.ts';

test('an admin sets up an authenticator app, and the next sign-ins ask for its code', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount({ admin: true });
  await signIn(page, email);
  await page.goto('/account');
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  const key = await section.locator('code').innerText();
  await page.keyboard.type(wrongCode(key));
  await page.keyboard.press('Enter');
  await expect(section).toContainText('This code isn’t right.');
  await code.fill(totpCode(key));
  await page.keyboard.press('Enter');
  await expect(section).toContainText('The next sign-in asks for a code.');

  await userLine(page).getByRole('button', { name: 'Logout' }).click();
  await waitForPath(page, '/');
  await page.goto('/login?next=%2Faccount');
  await logIn(page, email, password);
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type(wrongCode(key));
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toContainText('This code isn’t right.');
  await code.fill(asPasted(totpCode(key)));
  await page.keyboard.press('Enter');
  await waitForPath(page, '/account');

  await test.step('signing out everywhere asks for password and code, and leads to the login', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere else…' }).click();
    await expect(passwordField(page)).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(code).toBeFocused();
    await page.keyboard.type(totpCode(key));
    await page.keyboard.press('Enter');
    await waitForPath(page, '/login');
    await expect(page.locator('main')).toContainText('Your session has ended');
  });
});

/** A code in Arabic digits, with a narrow space, an invisible character and a tab. */
function asPasted(code: string): string {
  const digits = code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  return `\u200b${digits.slice(0, 3)}\u202f${digits.slice(3)}\t`;
}

/** A code that the app does not show now. */
function wrongCode(key: string): string {
  return String((Number(totpCode(key)) + 1) % 1_000_000).padStart(6, '0');
}
