import { payoutReference } from '../../../src/shared/payout-file.ts';
import {
  confirmDialog,
  confirmInDialog,
  expectLeaveQuestion,
  screenNotice,
  signInAdmin,
  tableCell,
} from './admin-screen.ts';
import {
  insertPayouts,
  openPayouts,
  selectedPayouts,
  type TestPayout,
  uniqueMonth,
} from './payout-screen.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest, waitForPath } from '../page-helpers.ts';
import { advancePayout } from '../statement-rows.ts';

test('admin marks payouts as paid: typed, pasted or from a file', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const month = uniqueMonth(2044);
  const all = await insertPayouts(rows, month, 6);
  const [one, two, three, four, proposed, approved] = all as [
    TestPayout,
    TestPayout,
    TestPayout,
    TestPayout,
    TestPayout,
    TestPayout,
  ];
  for (const { id } of all) if (id !== proposed.id) await advancePayout(rows, id);
  await signInAdmin(page);
  await openPayouts(page, month, 6);
  await test.step('transactions that are typed, pasted or from a file', async () => {
    for (const { code } of [one, two]) await page.getByLabel(`Select Minted (${code})`).check();
    await selectedPayouts(page).getByText('Mark 2 as paid').click();
    const markButton = selectedPayouts(page).getByRole('button', { name: 'Mark as paid' });
    const field = ({ code }: TestPayout) =>
      selectedPayouts(page).getByLabel(`Transaction ID for Minted (${code})`);
    await markButton.click();
    await expect(selectedPayouts(page).locator('[aria-invalid=true]')).toHaveAccessibleDescription(
      'Enter the transaction ID of at least one payout',
    );
    await field(one).fill('not one');
    await markButton.click();
    await expect(confirmDialog(page)).toContainText('Mark 1 payout of $100.00 as paid?');
    await expect(confirmDialog(page)).toContainText('1 payout isn’t in a payment file yet.');
    await expect(confirmDialog(page)).toContainText('1 payout has no transaction ID, and won’t change.');
    await confirmInDialog(page, 'Mark as paid');
    await expect(field(one)).toHaveAccessibleDescription('Not a transaction ID');
    await expect(field(one)).toBeFocused();
    await field(one).fill(`A${one.code}`);
    await markButton.dblclick();
    await confirmInDialog(page, 'Mark as paid');
    await expect(screenNotice(page)).toHaveText('1 payout marked as paid');

    await page.getByText('Mark as paid from a list').click();
    const list = page.locator('details', { hasText: 'Mark as paid from a list' });
    const lines = list.getByLabel('Lines');
    const sendButton = list.getByRole('button', { name: 'Mark as paid' });
    await sendButton.click();
    await expect(lines).toBeFocused();
    await expect(lines).toHaveAccessibleDescription('Enter at least one line');
    await lines.fill(`${two.id},A${one.code}`);
    // A window too low for the list and the notice above it.
    await page.setViewportSize({ width: 1280, height: 400 });
    await sendButton.scrollIntoViewIfNeeded();
    await expect(screenNotice(page)).not.toBeInViewport();
    await sendButton.click();
    await confirmInDialog(page, 'Mark as paid');
    await expect(screenNotice(page)).toHaveText(
      'One of these transactions is already recorded for another payout. Nothing was changed.',
    );
    await expect(screenNotice(page)).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(lines).toHaveValue(`${two.id},A${one.code}`);
    await lines.fill(`reference,transaction id\n${two.id},A${two.code}\n${three.id},?`);
    await sendButton.click();
    await confirmInDialog(page, 'Mark as paid');
    await expect(lines).toHaveAccessibleDescription('Payout 2 in the list: Not a transaction ID.');
    await lines.fill(`${two.id},A${two.code}\n${payoutReference(three.id)},A${three.code}`);
    await sendButton.dblclick();
    await confirmInDialog(page, 'Mark as paid');
    await expect(screenNotice(page)).toHaveText('2 payouts marked as paid');
    await expect(lines).toHaveValue('');
    await list.getByLabel('File').setInputFiles({
      name: 'paid.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `reference,transaction id\r\n${payoutReference(four.id)},A${four.code}\r\n${one.id},B${four.code}\r\n`,
      ),
    });
    await expect(lines).toHaveValue(/transaction id/);
    await sendButton.click();
    await confirmInDialog(page, 'Mark as paid');
    await expect(screenNotice(page)).toContainText('1 payout marked as paid');
    await expect(screenNotice(page)).toContainText(`Not changed (state has changed): Minted (${one.code})`);
    await expect(tableCell(page, four.code, 'State')).toHaveText(
      /^Paid \d+\/\d+\/\d{4}: who did it, .+\)Transaction A/,
    );
  });
  await test.step('another selection asks before it drops typed text', async () => {
    const choose = async () => {
      for (const { code } of [proposed, approved]) await page.getByRole('checkbox', { name: code }).check();
      await expect(selectedPayouts(page)).toContainText('2 selected');
    };
    const clearButton = selectedPayouts(page).getByRole('button', { name: 'Clear selection' });
    await choose();
    await selectedPayouts(page).getByText('Mark 1 as paid').click();
    const id = selectedPayouts(page).getByLabel(`Transaction ID for Minted (${approved.code})`);
    await id.fill('TYPED');
    for (const leave of [
      () => page.getByLabel('Month', { exact: true }).selectOption('All'),
      () => clearButton.click(),
    ]) {
      await leave();
      await expect(confirmDialog(page)).toHaveAccessibleName('Leave these payouts and discard your changes?');
      await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(confirmDialog(page)).toHaveCount(0);
      await expect(id).toHaveValue('TYPED');
    }
    await expect(clearButton).toBeFocused();
    // A payout without typed text is dropped without a question.
    await page.getByRole('checkbox', { name: proposed.code }).click();
    await expect(selectedPayouts(page)).toContainText('1 selected');
    await expect(id).toHaveValue('TYPED');
    await page.getByRole('checkbox', { name: proposed.code }).click();
    await expect(page.getByLabel('Month', { exact: true })).toHaveValue(month);
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('');
    await test.step('typed text stays while other payouts change', async () => {
      await selectedPayouts(page).getByRole('button', { name: 'Approve 1' }).click();
      await confirmInDialog(page, 'Approve');
      await expect(screenNotice(page)).toHaveText('1 payout approved');
      await expect(selectedPayouts(page)).toContainText('1 selected');
      await expect(id).toHaveValue('TYPED');
    });
    await clearButton.click();
    await confirmDialog(page).getByRole('button', { name: 'Leave' }).click();
    await expect(selectedPayouts(page)).toHaveCount(0);
    await expect(screenNotice(page)).toHaveText('Selection cleared.');
    await expect(screenNotice(page)).toBeFocused();
  });
  await test.step('leaving typed lines asks first; Logout asks once, and Cancel keeps the session', async () => {
    // Two forms with typed text.
    await page.getByRole('checkbox', { name: approved.code }).check();
    await selectedPayouts(page).getByText('Mark 1 as paid').click();
    await selectedPayouts(page).getByLabel('Transaction ID').fill('TYPED');
    const lines = page.getByLabel('Lines');
    await lines.fill('id,1AB');
    await expectLeaveQuestion(page);
    await expect(lines).toHaveValue('id,1AB');
    const questions: string[] = [];
    let accepts = false;
    page.on('dialog', (question) => {
      questions.push(question.message());
      void (accepts ? question.accept() : question.dismiss());
    });
    const logOut = page.locator('header').getByRole('button', { name: 'Logout' });
    await logOut.click();
    expect(questions).toEqual(['Sign out without saving your changes?']);
    await expect(lines).toHaveValue('id,1AB');
    await expect(logOut).not.toHaveAttribute('aria-busy', 'true');
    accepts = true;
    await logOut.click();
    await waitForPath(page, '/');
    expect(questions).toHaveLength(2);
  });
});
