import { deep, expect, test } from '../fixtures.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { insertThreeAffiliates, openSearch, signInAdmin, tableRow } from './admin-screen.ts';

test(
  'an admin searches, moves and opens rows of a list with keys, and turns the keys off',
  deep,
  async ({ page, rows }) => {
    const [b, a] = await insertThreeAffiliates(rows);
    const tag = a?.tag ?? '';
    await signInAdmin(page);
    await openSearch(page, '/affiliate-admin', `${tag}&sort=name`);
    const [first, second] = [tableRow(page, a?.name ?? ''), tableRow(page, b?.name ?? '')];
    const panel = page.getByRole('region', { name: /^Application of/ });
    await test.step('j and k move between rows; Enter opens a row, and Escape closes its panel', async () => {
      await page.keyboard.press('j');
      await expect(first).toBeFocused();
      await page.keyboard.press('j');
      await expect(second).toBeFocused();
      await page.keyboard.press('k');
      await expect(first).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(panel).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await page.keyboard.press('j');
      await expect(second).toBeFocused();
    });
    await test.step('Escape asks before it discards typed text', async () => {
      await page.keyboard.press('Enter');
      await panel.getByText('Decline', { exact: true }).click();
      await panel.getByLabel('Reason').fill('Too early');
      await page.keyboard.press('Escape');
      await expect(panel.getByLabel('Reason')).toHaveValue('Too early');
      await panel.locator('summary').filter({ hasText: 'Decline' }).focus();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
      await expect(panel).toHaveCount(0);
    });
    await test.step('/ goes to the search, where keys are letters; no key works with a modifier', async () => {
      await page.keyboard.press('Control+j');
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox')).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.type('j?');
      await expect(page.getByRole('searchbox')).toHaveValue(`${tag}j?`);
      await expect(page.getByText('No affiliates found')).toBeVisible();
      await page.getByRole('button', { name: 'Clear search' }).click();
    });
    await test.step('? opens the help, where the keys can be turned off', async () => {
      await page.locator('h1').click();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expectAccessible(page);
      await help.getByRole('button', { name: 'Turn off' }).click();
      await expect(help).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible();
      await page.keyboard.press('?');
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox')).not.toBeFocused();
      await expect(help).toHaveCount(0);
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await help.getByRole('button', { name: 'Turn on' }).click();
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox')).toBeFocused();
    });
  },
);
