import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../../src/shared/csv.ts';
import { confirmDialog, confirmInDialog, screenNotice, signInAdmin, tableCell } from './admin-screen.ts';
import {
  insertPayouts,
  openPayouts,
  selectedPayouts,
  selectPayout,
  type TestPayout,
  uniqueMonth,
} from './payout-screen.ts';
import { deep, expect, test } from '../fixtures.ts';
import { holdRequests } from '../page-helpers.ts';
import { advancePayout } from '../statement-rows.ts';

test('admin exports the approved payouts, and is warned about exporting one twice', async ({
  page,
  rows,
}) => {
  const month = uniqueMonth(2043);
  const [first] = (await insertPayouts(rows, month, 2)) as [TestPayout, TestPayout];
  await signInAdmin(page);
  await openPayouts(page, month, 2);
  const exportButton = page.getByRole('button', { name: 'Export CSV' });
  await exportButton.click();
  await expect(screenNotice(page)).toContainText('There are no more approved payouts to export for');
  await advancePayout(rows, first.id);
  await exportButton.dblclick();
  await expect(confirmDialog(page)).toContainText('Export 1 approved payout of $100.00 for');
  await expect(confirmDialog(page)).toContainText('Exporting doesn’t mark payouts as paid');
  const download = page.waitForEvent('download');
  await confirmInDialog(page, 'Export CSV');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payouts.*\.csv$/);
  const [line] = (parseCsv(await readFile(await file.path(), 'utf8')) ?? []).filter(([to]) => to !== '');
  expect(line?.slice(0, 2)).toEqual(['pay-0@mail.example', '100.00']);
  await expect(screenNotice(page)).toHaveText('A file with 1 payout was saved. Nothing was marked as paid.');
  await expect(tableCell(page, first.code, 'State')).toHaveText(
    /^Approved [\d/]+: who did it, .+\)Exported [\d/]+$/,
  );
  await page.getByLabel('Include payouts that were exported before').check();
  await exportButton.click();
  await expect(confirmDialog(page)).toContainText(
    'Exported before: 1. If you pay both files, these affiliates are paid twice.',
  );
});

test('the export counts all pages, and its dialog waits for an open dialog', deep, async ({ page, rows }) => {
  await signInAdmin(page);
  await test.step('all pages of the list are counted', async () => {
    const month = uniqueMonth(2046);
    const [old, ...newer] = (await insertPayouts(rows, month, 4)) as [TestPayout, ...TestPayout[]];
    for (const { id } of [old, ...newer]) await advancePayout(rows, id);
    // The file starts with the oldest payout, the list with the newest two, which are exported already.
    for (const { id } of newer.slice(1))
      await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [id]);
    await openPayouts(page, month, 4);
    // One row per page replaces the thousands of a real page.
    await page.route('**/api/payouts?*state=approved*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=1'),
      }),
    );
    const exportButton = page.getByRole('button', { name: 'Export CSV' });
    await exportButton.click();
    await expect(confirmDialog(page)).toContainText('Export 2 approved payouts of $201.00 in total for');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Include payouts that were exported before').check();
    await exportButton.click();
    await expect(confirmDialog(page)).toContainText('Export 4 approved payouts of $406.00 in total for');
    await expect(confirmDialog(page)).toContainText('Exported before: 2.');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.unrouteAll();
  });
  await test.step('a late dialog waits until the open dialog is answered', async () => {
    const month = uniqueMonth(2045);
    const [first, second] = (await insertPayouts(rows, month, 2)) as [TestPayout, TestPayout];
    await advancePayout(rows, first.id);
    await openPayouts(page, month, 2);
    const held = await holdRequests(page, '**/api/payouts?*state=approved*');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByLabel(`Select Minted (${second.code})`).check();
    await selectedPayouts(page).getByRole('button', { name: 'Approve' }).click();
    await expect(confirmDialog(page)).toContainText('Approve 1 payout');
    const listResponse = page.waitForResponse('**/api/payouts?*state=approved*');
    held.release();
    await (await listResponse).finished();
    await expect(confirmDialog(page)).toHaveCount(1);
    await expect(confirmDialog(page)).toContainText('Approve 1 payout');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog(page)).toContainText('Export 1 approved payout of $100.00 for');
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(confirmDialog(page)).toHaveCount(0);

    // The two cancelled dialogs do not block the next dialog.
    await selectedPayouts(page).getByRole('button', { name: 'Approve' }).click();
    await confirmInDialog(page, 'Approve');
    await expect.poll(() => selectPayout(rows, second)).toMatchObject({ state: 'approved' });
  });
});
