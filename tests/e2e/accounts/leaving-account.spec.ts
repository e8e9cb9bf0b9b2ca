import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { payable } from '../../api/money/statements/ledger-maker.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { countAccounts, createAccount, password } from './firebase-accounts.ts';
import { signInAnHourAgo } from './sign-in.ts';

const exported = z.object({ account: z.object({ email: z.string() }), affiliates: z.array(z.unknown()) });

test('an affiliate leaves the program, downloads data, and deletes the account', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const account = await createAccount();
  const affiliate = await payable(rows, { email: account.email });
  await rows('update affiliates set owner_uid = $2 where id = $1', [affiliate.id, account.uid]);
  await affiliate.earn(new Date().toISOString(), 12_50);
  await signInAnHourAgo(page, account);
  await page.goto('/affiliate-payment');
  const membership = page.getByRole('region', { name: 'Leave the affiliate program' });
  const goodbye = page.getByRole('region', { name: 'Delete your account' });
  const passwordDialog = page.getByRole('dialog', { name: 'Enter your password to continue' });

  await test.step('reads the consequences in figures, and Escape changes nothing', async () => {
    const leave = membership.getByRole('button', { name: 'Leave the program' });
    await leave.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Leave the affiliate program?' });
    await expect(question).toContainText('Your balance of $12.50 will be paid after the');
    await page.keyboard.press('Escape');
    await expect(leave).toBeFocused();
  });

  await test.step('leaves after typing the password again', async () => {
    await membership.getByRole('button', { name: 'Leave the program' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the program' }).click();
    await passwordDialog.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(membership).toContainText('You’ve left the affiliate program.');
    await expect(membership).toContainText('Your balance of $12.50');
    await expect(membership.getByRole('button')).toHaveCount(0);
    await page.goto('/affiliate-dashboard');
    await expect(page.locator('.state-line')).toContainText('Left the program on');
    await expect(page.locator('[data-kind=info]')).toContainText('Your balance of $12.50');
  });

  await test.step('downloads the stored data', async () => {
    await page.goto('/account');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your data' }).click();
    const file = await (await download).path();
    const data = exported.parse(JSON.parse(await readFile(file, 'utf8')));
    expect(data.account.email).toBe(account.email);
    expect(data.affiliates).toHaveLength(1);
  });

  await test.step('deletes the account and sees that it is gone', async () => {
    await goodbye.getByRole('button', { name: 'Delete your account' }).click();
    const question = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(question).toContainText('Your balance of $12.50');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
    expect(await countAccounts(account.email)).toBe(0);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
  });
});
