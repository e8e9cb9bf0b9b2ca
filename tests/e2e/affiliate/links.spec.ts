import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

test('an affiliate creates, renames and deletes a link, and sees its clicks', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const { code } = await insertAffiliate(rows, { email, active: '2025-01-01T00:00:00Z' });
  await signIn(page, email);
  await page.goto('/affiliate-links');
  const panel = page.locator('main');
  const row = (name: string) => panel.getByRole('row').filter({ hasText: name });
  await expect(row('Your code')).toContainText(code);

  await test.step('the label is required, and the new link is a row', async () => {
    await panel.getByRole('button', { name: 'Create link' }).click();
    await expect(panel.locator('.field-error')).toHaveText('Enter a name for the link');
    await panel.getByLabel('Name for the new link').fill('Video');
    await panel.getByLabel('Name for the new link').press('Enter');
    await expect(
      panel.getByText('“Video” is ready. Press “Copy Buy Link” in its row to copy it.'),
    ).toBeVisible();
  });

  const linkCode = await row('Video').locator('code').innerText();
  // tests/unit/client/remember-click.test.ts has the clicks that count.
  await test.step('the clicks of the link are shown', async () => {
    await rows(
      "insert into link_clicks (code, day, clicks) values ($1, (now() at time zone 'UTC')::date, 2)",
      [linkCode],
    );
    await page.reload();
    await expect(row('Video').getByRole('cell')).toHaveText(
      [linkCode, '2', '0', '0%', '$0.00', /./].slice(1),
    );
    const chosen = panel.getByLabel('Link', { exact: true });
    await chosen.selectOption('Your code');
    await expect(panel.locator('.chart .value').last()).toHaveText('0');
    await chosen.selectOption('Video');
    await expect(panel.locator('.chart .value').last()).toHaveText('2');
  });

  await test.step('the CSV has each link and month', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step('the menu shows the QR code of a link, renames it and deletes it; the figures stay', async () => {
    const menu = async (action: string, name: string) => {
      await row(name)
        .getByRole('button', { name: /^⋯|More/ })
        .click();
      await page.getByRole('button', { name: `${action} ${name}`, exact: true }).click();
    };
    const qrCode = panel.getByRole('img', { name: /^QR code/ });
    await expect(qrCode).toHaveAccessibleName('QR code: the buy page with “Your code”');
    await menu('Show QR code', 'Video');
    await expect(qrCode).toHaveAccessibleName('QR code: the buy page with “Video”');
    await menu('Rename', 'Video');
    await expect(panel.getByLabel('New name for “Video”')).toBeFocused();
    await page.keyboard.type('Film');
    await page.keyboard.press('Enter');
    await expect(row('Film')).toContainText(linkCode);
    await menu('Delete', 'Film');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row('Film (deleted)')).toContainText('2');
    await expect(panel.getByRole('status').filter({ hasText: '“Film” was deleted' })).toBeFocused();
  });
});
