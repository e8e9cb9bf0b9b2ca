import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../../src/shared/csv.ts';
import { payoutReference } from '../../../src/shared/payout-file.ts';
import { expect, test } from '../fixtures.ts';
import { settle } from '../month-rows.ts';
import { cellOf, confirm, dialogOf, saidOf, signInAdmin } from './admin-screen.ts';
import { chosen, monthFor, open, propose, type Proposed, stateOf } from './payout-run.ts';

test('the export holds the approved payouts, and marks nothing as paid', async ({ page, rows }) => {
  const month = monthFor(2043);
  const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
  await signInAdmin(page);
  await open(page, month, 2);
  const exporting = page.getByRole('button', { name: 'Export CSV' });
  await exporting.click();
  await expect(saidOf(page)).toContainText('There is no approved payout of');
  await settle(rows, one.id);
  // As it is once its affiliate's record was closed.
  await page.route(
    '**/api/payouts?*state=approved*',
    async (route) => {
      const response = await route.fetch();
      const { payouts } = (await response.json()) as { payouts: object[] };
      const closed = payouts.map((payout) => ({ ...payout, payout_email: null }));
      await route.fulfill({ response, json: { payouts: closed, unpaid: [] } });
    },
    { times: 1 },
  );
  const counted = page.waitForResponse('**/api/payouts?*state=approved*');
  await exporting.click();
  await counted;
  await expect(exporting).not.toHaveAttribute('aria-busy', 'true');
  await expect(saidOf(page)).toContainText('There is no approved payout of');
  await exporting.dblclick();
  await expect(dialogOf(page)).toContainText('Export 1 approved payout of');
  await expect(dialogOf(page)).toContainText('Exporting marks nothing as paid');
  const saving = page.waitForEvent('download');
  await confirm(page, 'Export CSV');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^payouts.*\.csv$/);
  const lines = parseCsv(await readFile(await file.path(), 'utf8')) ?? [];
  expect(lines.filter(([to]) => to !== '').map((line) => line.slice(0, 4))).toEqual([
    ['pay-0@mail.example', '100.00', 'USD', payoutReference(one.id)],
  ]);
  await expect(saidOf(page)).toHaveText('A file with 1 payout was saved. Nothing was marked as paid.');
  await expect(cellOf(page, one.code, 'State')).toHaveText(/^Approved [\d/]+: by whom, .+\)Exported [\d/]+$/);
  await exporting.click();
  await expect(saidOf(page)).toContainText('There is no approved payout of');
  await page.getByLabel('Include payouts exported before').check();
  await exporting.click();
  await expect(dialogOf(page)).toContainText('Exported before: 1. A file that is paid twice pays twice.');
  const savingAgain = page.waitForEvent('download');
  await dialogOf(page).getByRole('button', { name: 'Export CSV' }).click();
  await savingAgain;
  expect(await stateOf(rows, one)).toEqual({ state: 'approved', transaction_id: null });
  expect((await stateOf(rows, two))?.state).toBe('proposed');
});

test('the export counts all that the file takes, leaves out what another exported meanwhile, and waits for a question on the screen', async ({
  page,
  rows,
}) => {
  await test.step('what another exported since is in no file', async () => {
    const month = monthFor(2048);
    const proposed = (await propose(rows, month, 3)) as [Proposed, Proposed, Proposed];
    for (const { id } of proposed) await settle(rows, id);
    const [one, two] = proposed;
    const takes = ({ id }: Proposed) =>
      rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [id]);
    await signInAdmin(page);
    await open(page, month, 3);
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    const exporting = page.getByRole('button', { name: 'Export CSV' });
    await exporting.click();
    await expect(dialogOf(page)).toContainText('Export 3 approved payouts of');
    await takes(one);
    await confirm(page, 'Export CSV');
    await expect(saidOf(page)).toHaveText('A file with 2 payouts was saved. Nothing was marked as paid.');
    await rows('update payouts set exported_at = null, exported_by = null where id = $1', [two.id]);
    await exporting.click();
    await expect(dialogOf(page)).toContainText('Export 1 approved payout of');
    await takes(two);
    await confirm(page, 'Export CSV');
    await expect(saidOf(page)).toContainText('There is no approved payout of');
    expect(files).toHaveLength(1);
  });
  await test.step('all pages of the list are counted', async () => {
    const month = monthFor(2046);
    const [old, ...newer] = (await propose(rows, month, 4)) as [Proposed, ...Proposed[]];
    for (const { id } of [old, ...newer]) await settle(rows, id);
    // A file takes the oldest first, and the list begins with the newest: both of those were in a file already.
    for (const { id } of newer.slice(1))
      await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [id]);
    await open(page, month, 4);
    // Pages of one row each stand for the thousands that a page has.
    await page.route('**/api/payouts?*state=approved*', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=1'),
      }),
    );
    const exporting = page.getByRole('button', { name: 'Export CSV' });
    await exporting.click();
    await expect(dialogOf(page)).toContainText('Export 2 approved payouts of');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Include payouts exported before').check();
    await exporting.click();
    await expect(dialogOf(page)).toContainText('Export 4 approved payouts of');
    await expect(dialogOf(page)).toContainText('Exported before: 2.');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await page.unrouteAll();
  });
  await test.step('a question that comes late waits until the one on the screen is answered', async () => {
    const month = monthFor(2045);
    const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
    await settle(rows, one.id);
    await open(page, month, 2);
    const { promise: wanted, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/api/payouts?*state=approved*', async (route) => {
      await wanted;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByLabel(`Choose Minted (${two.code})`).check();
    await chosen(page).getByRole('button', { name: 'Approve' }).click();
    await expect(dialogOf(page)).toContainText('approve 1 payout');
    const counted = page.waitForResponse('**/api/payouts?*state=approved*');
    release(undefined);
    await (await counted).finished();
    await expect(dialogOf(page)).toHaveCount(1);
    await expect(dialogOf(page)).toContainText('approve 1 payout');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page)).toContainText('Export 1 approved payout of');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogOf(page)).toHaveCount(0);

    // Neither holds up what is asked next.
    await chosen(page).getByRole('button', { name: 'Approve' }).click();
    await confirm(page, 'Approve');
    await expect.poll(() => stateOf(rows, two)).toMatchObject({ state: 'approved' });
  });
});
