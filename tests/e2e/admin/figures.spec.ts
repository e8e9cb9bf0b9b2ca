import { readFile } from 'node:fs/promises';
import { releaseFile } from '../../../src/shared/release-file.ts';
import { parseCsv } from '../../../src/shared/csv.ts';
import { newestRelease, offeredFiles } from '../../offered-releases.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { signInAdmin, tableRows, tabs } from './admin-screen.ts';

/** The events of the test. Other tests count on the same day. */
const events = [
  ['view', '/buy'],
  ['plan-chosen', 'annual'],
  ['payment-begun', 'annual'],
  ['download', releaseFile(newestRelease.version, newestRelease.files[0]?.ending ?? '')],
] as const;

test('an admin reads the counted events as a chart, a table and CSV', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedRequest);
  const today = new Date().toISOString().slice(0, 10);
  const readCounts = async () => {
    const counts = await rows('select event::text, subject, count from daily_counts where day = $1::date', [
      today,
    ]);
    return events.map(([event, subject]) =>
      Number(counts.find((row) => row['event'] === event && row['subject'] === subject)?.['count'] ?? 0),
    );
  };
  const before = await readCounts();

  await test.step('a download is counted', async () => {
    // tests/site/counting.test.ts and tests/api/admin/figures/count.test.ts prove that the other events are counted.
    for (const [event, subject] of events.slice(0, 3))
      await rows(
        `insert into daily_counts (day, event, subject, count) values ($1::date, $2, $3, 1)
         on conflict (day, event, subject) do update set count = daily_counts.count + 1`,
        [today, event, subject],
      );
    await page.goto('/download');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download ${offeredFiles[0] ?? ''}` }).click();
    await download;
    await expect
      .poll(async () => (await readCounts()).every((count, index) => count > (before[index] ?? 0)))
      .toBe(true);
  });
  const counts = await readCounts();

  await test.step('an admin sees weeks, after a failure at Try again', async () => {
    await signInAdmin(page);
    await page.route('**/api/figures?*', (route) => route.abort(), { times: 1 });
    await page.goto('/figures-admin');
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch the figures' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(tabs(page).filter({ hasText: 'Figures' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { name: 'The figures by week' })).toBeVisible();
    await expect(page.getByText('Nothing tells visitors apart')).toBeVisible();
  });

  await test.step('the table of the days has the numbers of the visitor', async () => {
    await page.getByLabel('Views of').selectOption('/buy');
    await page.getByLabel('Period').selectOption('Days');
    await expect(page).toHaveURL(/\/figures-admin\?unit=day&page=%2Fbuy$/);
    await expect(page.getByRole('heading', { name: 'The figures by day' })).toBeVisible();
    await page.getByText('Show as a table').click();
    const table = page.getByRole('table', { name: 'The figures by day' });
    const cell = async (label: string) => {
      const text = await table.locator(`tbody tr:first-child [data-label="${label}"]`).textContent();
      return Number(text?.replace(',', ''));
    };
    expect(await cell('Views')).toBeGreaterThanOrEqual(counts[0] ?? 0);
    expect(await cell('Plans chosen')).toBeGreaterThanOrEqual(counts[1] ?? 0);
    expect(await cell('Payments begun')).toBeGreaterThanOrEqual(counts[2] ?? 0);
    expect(await cell('Downloads')).toBeGreaterThanOrEqual(counts[3] ?? 0);
    await expect(table.locator('tbody tr')).toHaveCount(14);
    await page.getByRole('button', { name: 'Show 14 earlier days' }).press('Enter');
    await expect(table.locator('tbody tr')).toHaveCount(28);
    await page.getByLabel('Chart shows').selectOption('Downloads');
    await expect(page.locator('figcaption')).toHaveText('Downloads');
  });

  await test.step('the CSV has the same numbers', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = parseCsv(await readFile(await (await download).path(), 'utf8')) ?? [];
    expect(lines[0]).toEqual(['day', 'figure', 'subject', 'count']);
    for (const [index, [event, subject]] of events.entries()) {
      const line = lines.find((cells) => cells.slice(0, 3).join() === [today, event, subject].join());
      expect(Number(line?.[3]), event).toBeGreaterThanOrEqual(counts[index] ?? Infinity);
    }
  });

  await test.step('the screen is accessible, also on a phone', async () => {
    await expect(tableRows(page).first()).toBeVisible();
    await expectAccessible(page);
  });
});
