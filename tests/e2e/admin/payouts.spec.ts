import { readFile } from 'node:fs/promises';
import { parseCsv } from '../../../src/shared/csv.ts';
import { payoutReference } from '../../../src/shared/payout-reference.ts';
import { payable } from '../../api/statements/ledger-maker.ts';
import { failedAnswer, placeOf, signIn } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { newStatement, settle } from '../month-rows.ts';
import { confirm, cellOf, dialogOf, rowsOf, saidOf, signInAdmin } from './admin-screen.ts';
import { chosen, countMoves, monthFor, open, path, type Proposed, propose, stateOf } from './payout-run.ts';

test('payouts are listed with what there is to look at in words, narrowed, and kept over a reload', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const month = monthFor(2040);
  const [one, other] = (await propose(rows, month, 2)) as [Proposed, Proposed];
  await settle(rows, other.id, `T${other.code}`);
  const due = await payable(rows, { payoutEmail: null });
  await newStatement(rows, due.id, month, { entries: 300_00, reason: 'no-payout-email' });
  await signInAdmin(page);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Payouts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/payouts?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${path}?month=${month}`);
  await expect(page.getByText('Loading payouts...')).toBeVisible();
  release();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(cellOf(page, one.code, 'To look at')).toHaveText('The first payout of this affiliate');
  await expect(cellOf(page, one.code, 'State')).toHaveText('Proposed');
  await expect(cellOf(page, one.code, 'Amount')).toHaveText('$100.00');
  await expect(cellOf(page, one.code, 'Pays to')).toContainText(
    `pay-0@mail.exampleReference ${payoutReference(one.id)}`,
  );
  await expect(cellOf(page, other.code, 'State')).toHaveText(`Paid 10/3/2025Transaction T${other.code}`);
  await expect(cellOf(page, one.code, 'Month').getByRole('link')).toHaveAttribute(
    'href',
    `/affiliate-statements?affiliate=${one.affiliate}&month=${month}`,
  );
  const unpaid = page.getByRole('region', { name: 'Due, with nowhere to go' });
  await expect(unpaid.locator('tbody tr')).toContainText([
    `Minted (${due.code})$300.00There is no payment e-mail`,
  ]);
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel('State').selectOption('Paid');
  await expect(page.getByText('1 in all')).toBeVisible();
  expect(placeOf(page)).toBe(`${path}?state=paid&month=${month}`);
  await page.reload();
  await expect(cellOf(page, other.code, 'State')).toBeVisible();
  await page.getByLabel('State').selectOption('Rejected');
  await expect(page.getByText('No payouts found')).toBeVisible();
  await page.unroute('**/api/payouts?*');
  await page.route('**/api/payouts?*', (route) => route.abort());
  await page.getByLabel('State').selectOption('All');
  await expect(saidOf(page)).toHaveText(
    'Failed to fetch payouts: The server cannot be reached. Please check your internet connection and try again.',
  );
  await page.unroute('**/api/payouts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('2 in all')).toBeVisible();
});

test('somebody who is no admin reads why there is nothing', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(failedAnswer);
  await signIn(page, 'carl@kithbook.example');
  await page.goto(path);
  await expect(saidOf(page)).toHaveText('Failed to fetch payouts: Admin access is required.');
});

test('payouts are approved after a question, once, by keyboard; one that moved meanwhile is named', async ({
  page,
  rows,
}) => {
  test.slow();
  const month = monthFor(2041);
  const [one, two, three] = (await propose(rows, month, 3)) as [Proposed, Proposed, Proposed];
  const calls = countMoves(page);
  await signInAdmin(page);
  await open(page, month, 3);
  await page.getByLabel('Choose all on this page').press('Space');
  await expect(chosen(page)).toContainText('3 payouts chosen, $303.00');
  await page.getByLabel(`Choose Minted (${three.code})`).uncheck();
  await expect(chosen(page)).toContainText('2 payouts chosen, $201.00');
  await rows(
    "update payouts set state = 'rejected', rejected_at = now(), rejected_reason = 'x' where id = $1",
    [two.id],
  );
  const approve = chosen(page).getByRole('button', { name: 'Approve 2' });
  await approve.press('Enter');
  await expect(dialogOf(page)).toContainText('Are you sure you want to approve 2 payouts, $201.00 in all?');
  await expect(dialogOf(page)).toContainText('There is something to look at in 2 of them.');
  await looksRight(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(approve).toBeFocused();
  expect(calls).toEqual([]);
  await approve.dblclick();
  await confirm(page, 'Approve');
  await expect(saidOf(page)).toHaveText(
    /^1 payout approvedLeft as they were, since they are in another state: Minted \(.*\), January 2041\.$/,
  );
  await expect(saidOf(page)).toBeFocused();
  await expect(saidOf(page)).toContainText(two.code);
  await expect(cellOf(page, one.code, 'State')).toContainText('Approved');
  await expect(chosen(page)).toHaveCount(0);
  expect(calls).toHaveLength(1);
  expect((await stateOf(rows, three))?.state).toBe('proposed');
});

test('payouts are rejected for a reason, which is kept when that fails', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  const month = monthFor(2042);
  const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
  await settle(rows, two.id);
  const calls = countMoves(page);
  await signInAdmin(page);
  await open(page, month, 2);
  await page.getByLabel('Choose all on this page').check();
  await chosen(page).getByText('Reject 2').click();
  const reject = chosen(page).getByRole('button', { name: 'Reject' });
  const reason = chosen(page).getByLabel('Reason');
  await reject.click();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription('Enter a reason');
  await reason.fill('Under review');
  await page.route('**/api/payouts/reject', (route) => route.abort());
  await reject.click();
  await expect(dialogOf(page)).toContainText('Are you sure you want to reject 2 payouts, $201.00 in all?');
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toContainText('The server cannot be reached.');
  await expect(reason).toHaveValue('Under review');
  await page.unroute('**/api/payouts/reject');
  // Somebody else's file, of which this screen knows nothing.
  await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [two.id]);
  await reject.dblclick();
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toHaveText(
    `1 payout rejectedLeft as they were, since somebody else moved or exported them: Minted (${two.code}), January 2042.`,
  );
  await page.getByLabel(`Choose Minted (${two.code})`).check();
  await chosen(page).getByText('Reject 1').click();
  await reason.fill('Under review');
  await reject.click();
  await expect(dialogOf(page)).toContainText('In a payment file: 1. Make sure that it is not paid.');
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toHaveText('1 payout rejected');
  for (const { code } of [one, two]) await expect(cellOf(page, code, 'State')).toContainText('Under review');
  expect(calls).toHaveLength(3);
  await page.getByLabel(`Choose Minted (${one.code})`).check();
  await expect(chosen(page)).toContainText('What is paid or rejected stays so.');
});

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
  await expect(saidOf(page)).toHaveText('The file was saved. Nothing was marked as paid.');
  await expect(cellOf(page, one.code, 'State')).toHaveText(/^Approved [\d/]+Exported [\d/]+$/);
  await exporting.click();
  await expect(saidOf(page)).toContainText('There is no approved payout of');
  await page.getByLabel('Those exported before, too').check();
  await exporting.click();
  await expect(dialogOf(page)).toContainText('Exported before: 1. A file that is paid twice pays twice.');
  const savingAgain = page.waitForEvent('download');
  await dialogOf(page).getByRole('button', { name: 'Export CSV' }).click();
  await savingAgain;
  expect(await stateOf(rows, one)).toEqual({ state: 'approved', transaction_id: null });
  expect((await stateOf(rows, two))?.state).toBe('proposed');
});

test('the export is asked about all that the file takes, however many pages of the list that is', async ({
  page,
  rows,
}) => {
  const month = monthFor(2046);
  const [old, ...newer] = (await propose(rows, month, 4)) as [Proposed, ...Proposed[]];
  for (const { id } of [old, ...newer]) await settle(rows, id);
  // A file takes the oldest first, and the list begins with the newest: both of those were in a file already.
  for (const { id } of newer.slice(1))
    await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [id]);
  await signInAdmin(page);
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
  await page.getByLabel('Those exported before, too').check();
  await exporting.click();
  await expect(dialogOf(page)).toContainText('Export 4 approved payouts of');
  await expect(dialogOf(page)).toContainText('Exported before: 2.');
});

test('a question that comes late waits until the one on the screen is answered', async ({ page, rows }) => {
  const month = monthFor(2045);
  const [one, two] = (await propose(rows, month, 2)) as [Proposed, Proposed];
  await settle(rows, one.id);
  await signInAdmin(page);
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
