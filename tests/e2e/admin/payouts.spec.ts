import { monthName } from '../../../src/shared/dates.ts';
import { payoutReference } from '../../../src/shared/payout-file.ts';
import { payable } from '../../api/statements/ledger-maker.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { newStatement, settle } from '../month-rows.ts';
import { cellOf, confirm, dialogOf, rowsOf, saidOf, signInAdmin } from './admin-screen.ts';
import { chosen, countMoves, monthFor, open, path, propose, type Proposed, stateOf } from './payout-run.ts';

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
  const gone = await payable(rows, { payoutEmail: null });
  await newStatement(rows, gone.id, month, { entries: 200_00, reason: 'closed' });
  await rows(
    'update affiliates set closed_at = now(), email = null, date_activated = null, version = version + 1 where id = $1',
    [gone.id],
  );
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
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(cellOf(page, one.code, 'Worth a look')).toHaveText('The first payout of this affiliate');
  await expect(cellOf(page, one.code, 'State')).toHaveText('Proposed');
  await expect(page.getByRole('rowheader', { name: one.code })).toBeVisible();
  await expect(cellOf(page, one.code, 'Amount')).toHaveText('$100.00');
  await expect(cellOf(page, one.code, 'Pays to')).toContainText(
    `pay-0@mail.exampleReference ${payoutReference(one.id)}`,
  );
  await expect(cellOf(page, other.code, 'State')).toHaveText(
    `Paid 10/3/2025: by whom, Minted (${other.code})Transaction T${other.code}`,
  );
  const done = cellOf(page, other.code, 'State').getByRole('link', { name: 'Paid 10/3/2025' });
  await expect(done).toHaveAttribute('href', /^\/audit-log\?q=[0-9a-f-]{36}$/);
  await expect(cellOf(page, one.code, 'Month').getByRole('link')).toHaveAttribute(
    'href',
    `/affiliate-statements?affiliate=${one.affiliate}&month=${month}`,
  );
  // All of them have one name.
  await expect(cellOf(page, one.code, 'Month').getByRole('link')).toHaveAccessibleName(
    new RegExp(`: statement of Minted \\(${one.code}\\)$`),
  );
  const unpaid = page.getByRole('region', { name: 'Due, but cannot be paid out' });
  await expect(unpaid.locator('tbody tr')).toContainText([
    `Minted (${due.code})$300.00There is no payment email`,
    `Minted (${gone.code})$200.00The affiliate’s record is closed`,
  ]);
  await expect(unpaid.getByRole('link', { name: due.code })).toHaveAttribute(
    'href',
    `/affiliate-admin?q=${due.code}`,
  );
  await expect(unpaid.getByRole('link', { name: gone.code })).toHaveAttribute(
    'href',
    `/affiliate-admin?q=${gone.code}&state=closed`,
  );
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

test('payouts are approved after a question, once, by keyboard; one that moved meanwhile is named, and a lost answer is seen in the list', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  await test.step('approved by keyboard; one that moved meanwhile is named', async () => {
    const month = monthFor(2041);
    const [one, two, three] = (await propose(rows, month, 3)) as [Proposed, Proposed, Proposed];
    const calls = countMoves(page);
    await signInAdmin(page);
    await open(page, month, 3);
    // On a phone the rows are cards, and all of them are chosen at once as well.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByLabel('Choose all on this page')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
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
    await expect(dialogOf(page)).toContainText('2 of them need a closer look.');
    await page.keyboard.press('Escape');
    await expect(approve).toBeFocused();
    expect(calls).toEqual([]);
    await approve.dblclick();
    await confirm(page, 'Approve');
    await expect(saidOf(page)).toHaveText(
      new RegExp(
        `^1 payout approvedLeft as they were, since they are in another state: Minted \\(.*\\), ${monthName(month)}\\.$`,
      ),
    );
    await expect(saidOf(page)).toBeFocused();
    await expect(saidOf(page)).toContainText(two.code);
    await expect(cellOf(page, one.code, 'State')).toContainText('Approved');
    await expect(chosen(page)).toHaveCount(0);
    expect(calls).toHaveLength(1);
    expect((await stateOf(rows, three))?.state).toBe('proposed');
  });
  await test.step('a lost answer: the list shows the move, and the choice stays', async () => {
    const month = monthFor(2052);
    const [one] = (await propose(rows, month, 1)) as [Proposed];
    await open(page, month, 1);
    await page.getByLabel('Choose all on this page').check();
    await page.route('**/api/payouts/approve', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await chosen(page).getByRole('button', { name: 'Approve 1' }).click();
    await confirm(page, 'Approve');
    await expect(saidOf(page)).toHaveText(
      'The server cannot be reached. Please check your internet connection and try again.',
    );
    await expect(cellOf(page, one.code, 'State')).toHaveText(/^Approved/);
    await chosen(page).getByText('Mark 1 as paid').click();
    await chosen(page).getByLabel('Transaction id').fill('TYPED');
    await page.route('**/api/payouts/paid', async (route) => {
      await rows('update payouts set exported_at = now(), exported_by = $2 where id = $1', [
        one.id,
        'another',
      ]);
      await route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } });
    });
    await chosen(page).getByRole('button', { name: 'Mark as paid' }).click();
    await confirm(page, 'Mark as paid');
    await expect(saidOf(page)).toHaveText('Something went wrong on our side.');
    await expect(cellOf(page, one.code, 'State')).toContainText('Exported');
    await expect(chosen(page).getByLabel('Transaction id')).toHaveValue('TYPED');
  });
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
  // What became of the lost change is read again: until then the screen may still learn of another's.
  const again = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/payouts');
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toContainText('The server cannot be reached.');
  await again;
  await expect(reason).toHaveValue('Under review');
  await page.unroute('**/api/payouts/reject');
  // Somebody else's file, of which this screen knows nothing.
  await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [two.id]);
  await reject.dblclick();
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toHaveText(
    `1 payout rejectedLeft as they were, since somebody else moved or exported them: Minted (${two.code}), ${monthName(month)}.`,
  );
  await page.getByLabel(`Choose Minted (${two.code})`).check();
  await chosen(page).getByText('Reject 1').click();
  await reason.fill('Under review');
  await reject.click();
  await expect(dialogOf(page)).toContainText(
    'Payouts already in a payment file: 1. Make sure that they are not paid.',
  );
  await confirm(page, 'Reject');
  await expect(saidOf(page)).toHaveText('1 payout rejected');
  for (const { code } of [one, two]) await expect(cellOf(page, code, 'State')).toContainText('Under review');
  expect(calls).toHaveLength(3);
  await page.getByLabel(`Choose Minted (${one.code})`).check();
  await expect(chosen(page)).toContainText('Paid and rejected payouts stay as they are.');
});
