import { createAccount } from '../accounts/firebase-accounts.ts';
import { signInToDashboard } from '../accounts/sign-in.ts';
import { insertAffiliate } from '../admin/admin-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

test('an affiliate makes, renames and deletes a link, and sees its clicks', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const { code } = await insertAffiliate(rows, { email, active: '2025-01-01T00:00:00Z' });
  await signInToDashboard(page, email);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Clicks and links' }) });
  const row = (name: string) => panel.getByRole('row').filter({ hasText: name });
  await expect(row('Your code')).toContainText(code);

  await test.step('the label is required, and the new link is a row', async () => {
    await panel.getByRole('button', { name: 'Make link' }).click();
    await expect(panel.locator('.field-error')).toHaveText('Enter a name for the link');
    await panel.getByLabel('Name of the new link').fill('Video');
    await panel.getByLabel('Name of the new link').press('Enter');
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
    await panel.getByLabel('Clicks per month').selectOption('Your code');
    await expect(panel.locator('.chart .value').first()).toHaveText('0');
    await panel.getByLabel('Clicks per month').selectOption('Video');
    await expect(panel.locator('.chart .value').first()).toHaveText('2');
  });

  await test.step('the CSV has each link and month', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
  });

  await test.step('the menu renames a link and deletes it; the figures stay', async () => {
    const menu = async (action: string, name: string) => {
      await row(name)
        .getByRole('button', { name: /^⋯|More/ })
        .click();
      await page.getByRole('button', { name: action, exact: true }).click();
    };
    await menu('Rename', 'Video');
    await expect(panel.getByLabel('New name for “Video”')).toBeFocused();
    await page.keyboard.type('Film');
    await page.keyboard.press('Enter');
    await expect(row('Film')).toContainText(linkCode);
    await menu('Delete', 'Film');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row('Film (deleted)')).toContainText('2');
  });
});
