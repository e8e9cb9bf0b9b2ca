import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../../src/shared/csv.ts';
import { confirmDialog, confirmInDialog, screenNotice, signInAdmin, tableCell } from './admin-screen.ts';
import { insertPayouts, openPayouts, type TestPayout, uniqueMonth } from './payout-screen.ts';
import { expect, test } from '../fixtures.ts';
import { advancePayout } from '../statement-rows.ts';

test('admin exports the approved payouts, and is warned about exporting one twice', async ({
  page,
  rows,
}) => {
  const month = uniqueMonth(2043);
  const [first] = (await insertPayouts(rows, month, 2)) as [TestPayout, TestPayout];
  await signInAdmin(page);
  await openPayouts(page, month, 2);
  const exportButton = page.getByRole('button', { name: /^Export (1 )?payout/ });
  await expect(exportButton).toHaveAccessibleDescription('Nothing to export until payouts are approved.');
  await expect(exportButton).toHaveAttribute('aria-disabled', 'true');
  await advancePayout(rows, first.id);
  await openPayouts(page, month, 2);
  await exportButton.dblclick();
  await expect(confirmDialog(page)).toContainText('Export 1 approved payout of $100.00 for');
  await expect(confirmDialog(page)).toContainText('Exporting doesn’t mark payouts as paid');
  const download = page.waitForEvent('download');
  await confirmInDialog(page, 'Export');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^payouts.*\.csv$/);
  const [line] = (parseCsv(await readFile(await file.path(), 'utf8')) ?? []).filter(([to]) => to !== '');
  expect(line?.slice(0, 2)).toEqual(['pay-0@mail.example', '100.00']);
  await expect(screenNotice(page)).toHaveText('A file with 1 payout was saved. Nothing was marked as paid.');
  await expect(tableCell(page, first.code, 'State')).toHaveText(
    /^Approved [\d/]+: who did it, .+\)Exported [\d/]+$/,
  );
  await page.getByRole('button', { name: 'Export again…' }).click();
  await expect(confirmDialog(page)).toContainText(
    '1 payout was exported before. If you pay both files, these affiliates are paid twice.',
  );
});
