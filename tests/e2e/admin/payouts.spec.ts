import { monthName } from '../../../src/shared/dates.ts';
import { payoutReference } from '../../../src/shared/payout-file.ts';
import { payable } from '../../api/money/statements/ledger-maker.ts';
import { confirmDialog, confirmInDialog, screenNotice, signInAdmin, tableCell } from './admin-screen.ts';
import {
  insertPayouts,
  openPayouts,
  payoutsPath,
  recordPayoutCalls,
  selectedPayouts,
  type TestPayout,
  uniqueMonth,
} from './payout-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { advancePayout, insertStatement } from '../statement-rows.ts';

test('an admin filters and approves payouts, and returns them to the balance', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  await signInAdmin(page);
  await test.step('the payouts of a month have warnings and filters', async () => {
    const month = uniqueMonth(2040);
    const [first, other] = (await insertPayouts(rows, month, 2)) as [TestPayout, TestPayout];
    await advancePayout(rows, other.id, `T${other.code}`);
    const unpaidAffiliate = await payable(rows, { payoutEmail: null });
    await insertStatement(rows, unpaidAffiliate.id, month, { entries: 300_00, reason: 'no-payout-email' });
    const closedAffiliate = await payable(rows, { payoutEmail: null });
    await insertStatement(rows, closedAffiliate.id, month, { entries: 200_00, reason: 'closed' });
    await rows(
      'update affiliates set closed_at = now(), email = null, date_activated = null, version = version + 1 where id = $1',
      [closedAffiliate.id],
    );
    await openPayouts(page, month, 4);
    await expect(tableCell(page, first.code, 'Checks')).toHaveText('First payout');
    const run = page.getByRole('region', { name: `${monthName(month)}: 1 payout of $100.00 to approve` });
    // tests/unit/islands/payout-run.test.ts has the steps and their sums.
    await expect(run.locator('.payout-steps > li')).toHaveCount(4);
    await expect(run.locator('.payout-warnings > li')).toHaveText([
      '1 payout First payout The first payout of this affiliate',
    ]);
    await expect(run.locator('[aria-current=step]')).toContainText('Approve');
    await expect(tableCell(page, first.code, 'State')).toHaveText('Proposed');
    await expect(page.getByRole('rowheader', { name: first.code })).toBeVisible();
    await expect(tableCell(page, first.code, 'Amount')).toHaveText('$100.00');
    await expect(tableCell(page, first.code, 'Pays to')).toContainText(
      `pay-0@mail.exampleReference ${payoutReference(first.id)}`,
    );
    await expect(tableCell(page, other.code, 'State')).toHaveText(
      `Paid 10/3/2025: who did it, Minted (${other.code})Transaction T${other.code}`,
    );
    const done = tableCell(page, other.code, 'State').getByRole('link', { name: 'Paid 10/3/2025' });
    await expect(done).toHaveAttribute('href', /^\/audit-log\?q=[0-9a-f-]{36}$/);
    await expect(tableCell(page, first.code, 'Month').getByRole('link')).toHaveAttribute(
      'href',
      `/affiliate-statements?affiliate=${first.affiliate}&month=${month}`,
    );
    // The links of all rows have the same text.
    await expect(tableCell(page, first.code, 'Month').getByRole('link')).toHaveAccessibleName(
      new RegExp(`: statement for Minted \\(${first.code}\\)$`),
    );
    const unpaid = page.getByRole('region', { name: 'Due, but can’t be paid yet' });
    await expect(unpaid.locator('tbody tr')).toContainText([
      `Minted (${unpaidAffiliate.code})$300.00No payment email`,
      `Minted (${closedAffiliate.code})$200.00Affiliate record is closed`,
    ]);
    await expect(unpaid.getByRole('link', { name: unpaidAffiliate.code })).toHaveAttribute(
      'href',
      `/affiliate-admin?q=${unpaidAffiliate.code}`,
    );
    await expect(unpaid.getByRole('link', { name: closedAffiliate.code })).toHaveAttribute(
      'href',
      `/affiliate-admin?q=${closedAffiliate.code}&state=closed`,
    );
    await expectAccessibleOnPhone(page);

    await page.getByLabel('State').selectOption('Paid');
    await expect(page.getByText('1 of 1')).toBeVisible();
    await expect(page).toHaveURL(`${payoutsPath}?state=paid&month=${month}`);
  });
  const month = uniqueMonth(2041);
  const [first, second, third] = (await insertPayouts(rows, month, 3)) as [
    TestPayout,
    TestPayout,
    TestPayout,
  ];
  const calls = recordPayoutCalls(page);
  await test.step('payouts are approved by keyboard; a payout changed elsewhere is named', async () => {
    await openPayouts(page, month, 3);
    // On a phone the rows are cards, and all of them are chosen at once as well.
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(page.getByLabel('Select all on this page')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Select all on this page').press('Space');
    await expect(selectedPayouts(page)).toContainText('3 selected, $303.00');
    await page.getByLabel(`Select Minted (${third.code})`).uncheck();
    await expect(selectedPayouts(page)).toContainText('2 selected, $201.00');
    await rows(
      "update payouts set state = 'rejected', rejected_at = now(), rejected_reason = 'x' where id = $1",
      [second.id],
    );
    const approve = selectedPayouts(page).getByRole('button', { name: 'Approve 2' });
    await approve.press('Enter');
    await expect(confirmDialog(page)).toContainText('Approve 2 payouts of $201.00 in total?');
    await expect(confirmDialog(page)).toContainText('Take a closer look first. 2 payouts: first payout.');
    await page.keyboard.press('Escape');
    await expect(approve).toBeFocused();
    expect(calls).toEqual([]);
    await approve.dblclick();
    await confirmInDialog(page, 'Approve');
    await expect(screenNotice(page)).toHaveText(
      new RegExp(
        `^1 payout approvedNot changed \\(state has changed\\): Minted \\(.*\\), ${monthName(month)}\\.$`,
      ),
    );
    await expect(screenNotice(page)).toBeFocused();
    await expect(screenNotice(page)).toContainText(second.code);
    await expect(tableCell(page, first.code, 'State')).toContainText('Approved');
    await expect(selectedPayouts(page)).toHaveCount(0);
    expect(calls).toHaveLength(1);
    await page.getByLabel(`Select Minted (${second.code})`).check();
    await expect(selectedPayouts(page)).toContainText(
      'Payouts that are paid or returned to the balance can’t be changed.',
    );
    await page.getByLabel(`Select Minted (${second.code})`).uncheck();
  });
  await test.step('after a lost answer the list shows the change, and the selection stays', async () => {
    await page.getByLabel(`Select Minted (${third.code})`).check();
    await page.route(
      '**/api/payouts/approve',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await selectedPayouts(page).getByRole('button', { name: 'Approve 1' }).click();
    await confirmInDialog(page, 'Approve');
    await expect(screenNotice(page)).toHaveText(
      'The server cannot be reached. Please check your internet connection and try again.',
    );
    await expect(tableCell(page, third.code, 'State')).toHaveText(/^Approved/);
    await expect(selectedPayouts(page)).toContainText('1 selected');
  });
  await test.step('a failed return keeps its reason', async () => {
    await page.getByLabel(`Select Minted (${first.code})`).check();
    await selectedPayouts(page).getByText('Return 2 to balance').click();
    const reject = selectedPayouts(page).getByRole('button', { name: 'Return to balance' });
    const reason = selectedPayouts(page).getByLabel('Reason');
    await reject.click();
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(
      'The affiliate gets this reason by email. Enter a reason',
    );
    await expectAccessibleOnPhone(page);
    await reason.fill('Under review');
    await page.route('**/api/payouts/reject', (route) => route.abort());
    await reject.click();
    await expect(confirmDialog(page)).toContainText('Return 2 payouts of $202.00 in total to the balance?');
    // After the failure the list is loaded again, which must finish before the next change.
    const nextResponse = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/payouts');
    await confirmDialog(page).getByRole('button', { name: 'Return to balance' }).click();
    await expect(screenNotice(page)).toContainText('The server cannot be reached.');
    await nextResponse;
    await expect(reason).toHaveValue('Under review');
    await page.unroute('**/api/payouts/reject');
    // Another admin's export, which this screen has not loaded.
    await rows("update payouts set exported_at = now(), exported_by = 'another' where id = $1", [third.id]);
    await reject.dblclick();
    await confirmInDialog(page, 'Return to balance');
    await expect(screenNotice(page)).toHaveText(
      `1 payout returned to the balanceNot changed (somebody else has changed or exported them): Minted (${third.code}), ${monthName(month)}.`,
    );
    await expect(tableCell(page, third.code, 'State')).toContainText('Exported');
    await expect(tableCell(page, first.code, 'State')).toContainText('Under review');
  });
});
