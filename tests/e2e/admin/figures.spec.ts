import { newestRelease, offeredFiles } from '../../offered-releases.ts';
import { releaseFile } from '../../../src/shared/release-file.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { runRowActionByKeyboard, signInAdmin, tabs } from './admin-screen.ts';

const file = releaseFile(newestRelease.version, newestRelease.files[0]?.ending ?? '');

// tests/site/counting.test.ts and tests/api/admin/figures have the other events and the numbers.
test('an admin reads the counted events as a chart, a table and CSV', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const countDownloads = async () => {
    const [row] = await rows(
      `select count from daily_counts
       where day = (now() at time zone 'UTC')::date and event = 'download' and subject = $1`,
      [file],
    );
    return Number(row?.['count'] ?? 0);
  };
  const before = await countDownloads();
  await test.step('a download is counted', async () => {
    await page.goto('/download');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download ${offeredFiles[0] ?? ''}` }).click();
    await download;
    await expect.poll(countDownloads).toBeGreaterThan(before);
  });

  await test.step('an admin sees weeks', async () => {
    // The screen offers the pages that were viewed.
    await rows(
      `insert into daily_counts (day, event, subject, count)
       values ((now() at time zone 'UTC')::date, 'view', '/buy', 1) on conflict do nothing`,
    );
    await signInAdmin(page);
    await page.goto('/figures-admin');
    await expect(tabs(page).filter({ hasText: 'Figures' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { name: 'The figures by week' })).toBeVisible();
    await expect(page.getByText('Nothing tells visitors apart')).toBeVisible();
  });

  await test.step('the controls choose a page, days and the figure of the chart', async () => {
    await page.getByLabel('Views of').selectOption('/buy');
    await page.getByLabel('Period').selectOption('Days');
    await expect(page).toHaveURL(/\/figures-admin\?unit=day&page=%2Fbuy$/);
    await expect(page.getByRole('heading', { name: 'The figures by day' })).toBeVisible();
    await page.getByText('Show as a table').click();
    const table = page.getByRole('table', { name: 'The figures by day' });
    const downloads = await table.locator('tbody tr:first-child [data-label="Downloads"]').textContent();
    expect(Number(downloads?.replace(',', ''))).toBeGreaterThan(before);
    await expect(table.locator('tbody tr')).toHaveCount(14);
    const firstDay = table.locator('tbody tr:last-child th');
    const newestPeriod = await firstDay.textContent();
    const earlier = page.getByRole('button', { name: '14 earlier days' });
    await earlier.press('Enter');
    await expect(firstDay).not.toHaveText(newestPeriod ?? '');
    await page.getByRole('button', { name: '14 later days' }).press('Enter');
    await expect(firstDay).toHaveText(newestPeriod ?? '');
    await page.getByLabel('Chart shows').selectOption('Downloads');
    await expect(page.locator('.chart .value').last()).toHaveText(downloads ?? '');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
  await test.step('the admin makes a link, which counts a visit, and deletes it', async () => {
    const name = `Letter ${String(Date.now())}`;
    await page.setViewportSize({ width: 320, height: 640 });
    const section = page.getByRole('region', { name: 'Your links' });
    const field = section.getByLabel('Name for the new link');
    await field.press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Enter a name/);
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await expect(section.getByRole('button', { name: 'Create link' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(section.getByText(`“${name}” is ready.`)).toBeVisible();
    await expect(field).toBeEmpty();
    const row = section.getByRole('row').filter({ hasText: name });
    const ending = (await row.locator('code').textContent()) ?? '';
    await expect(row.locator('[data-label="Views"]')).toHaveText('0');
    await page.goto(`/${ending}`);
    const countViews = () =>
      rows('select count from owner_link_counts join owner_links on id = link_id where name = $1', [name]);
    await expect.poll(countViews).toEqual([{ count: 1 }]);
    await page.goto('/figures-admin');
    await expect(row.locator('[data-label="Views"]')).toHaveText('1');
    await expectAccessibleOnPhone(page);
    await runRowActionByKeyboard(page, 'Delete', name);
    const notice = { hasText: `“${name}” was deleted with its figures.` };
    await expect(section.getByRole('status').filter(notice)).toBeFocused();
    await expect(row).toHaveCount(0);
  });
});
