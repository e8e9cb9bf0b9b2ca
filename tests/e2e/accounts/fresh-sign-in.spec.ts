import { insertAffiliate } from '../admin/admin-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { createAccount, password } from './firebase-accounts.ts';
import { signInAnHourAgo } from './sign-in.ts';

test('an affiliate who signed in an hour ago types the password before the payment email changes, and loses no text', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const account = await createAccount();
  const { id } = await insertAffiliate(rows, { email: account.email, active: '2025-01-01T00:00:00Z' });
  const savedEmail = () => rows('select payout_email from affiliates where id = $1', [id]);
  await signInAnHourAgo(page, account);
  await page.goto('/affiliate-dashboard');
  const section = page.getByRole('region', { name: 'Payment Information' });
  const dialog = page.getByRole('dialog', { name: 'Enter your password to continue' });
  await section.getByLabel(/^Payment email/).fill('pay@mail.example');

  await test.step('Escape cancels, and the typed email stays', async () => {
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expectAccessibleOnPhone(page);
    await page.keyboard.press('Escape');
    await expect(section).toContainText('Enter your password again to do this.');
    await expect(section.getByLabel(/^Payment email/)).toHaveValue('pay@mail.example');
    expect(await savedEmail()).toEqual([{ payout_email: null }]);
  });

  await test.step('a wrong password is refused, and the right one saves the email', async () => {
    await section.getByLabel(/^Payment email/).press('Enter');
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('This isn’t the password of your account.');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(section).toContainText('Your payment email was saved.');
    await expect(dialog).toHaveCount(0);
    expect(await savedEmail()).toEqual([{ payout_email: 'pay@mail.example' }]);
  });
});
