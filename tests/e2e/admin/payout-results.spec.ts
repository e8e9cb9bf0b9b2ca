import { formatLongDate, monthName } from '../../../src/shared/dates.ts';
import { claimedUntil } from '../../../src/shared/payout-file.ts';
import { payable } from '../../api/money/statements/ledger-maker.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn } from '../accounts/sign-in.ts';
import { expect, test } from '../fixtures.ts';
import { advancePayout, insertStatement } from '../statement-rows.ts';
import {
  confirmDialog,
  confirmInDialog,
  screenNotice,
  signInAdmin,
  tableCell,
  tableRows,
} from './admin-screen.ts';
import { openPayouts, selectedPayouts, uniqueMonth } from './payout-screen.ts';

test('an admin returns a payout that PayPal could not pay to the balance', async ({ page, rows }) => {
  const month = uniqueMonth(2060);
  const [{ email }, other] = [await createAccount(), await createAccount()];
  const sentAt = '2026-11-28T10:00:00Z';
  const until = formatLongDate(claimedUntil(sentAt));
  const insert = async (result: string | null, options?: Parameters<typeof payable>[1]) => {
    const person = await payable(rows, options);
    // Without commissions the dashboard has no figures.
    if (options) await person.earn(`${month}-05T00:00:00Z`, 100_00);
    const sums = { entries: 100_00, paid: 100_00 };
    const { statement, payout } = await insertStatement(rows, person.id, month, sums);
    await advancePayout(rows, payout, result === null ? `T${person.code}` : undefined);
    await rows(
      `update payouts set exported_at = now(), exported_by = 'a', result = $2::payout_result,
         result_at = $3 where id = $1 and state = 'approved'`,
      [payout, result, sentAt],
    );
    return { id: payout, statement, code: person.code, affiliate: person.id };
  };
  const unclaimed = await insert('unclaimed', { email });
  const returned = await insert('returned', { email: other.email });
  await insert('blocked');
  await insert(null);
  await signInAdmin(page);

  await test.step('the list of the month shows the failed payouts and which of them to return', async () => {
    await openPayouts(page, month, 4);
    const run = page.getByRole('region', {
      name: `${monthName(month)}: 2 payouts of $200.00 in total to return to the balance`,
    });
    await expect(run.locator('.payout-results > li')).toContainText([
      'Returned: 1 payout, $100.00PayPal gave the money back.',
      'Blocked: 1 payout, $100.00PayPal didn’t send the money.',
      'Unclaimed: 1 payout, $100.00The recipient can still accept it',
    ]);
    await expect(tableCell(page, unclaimed.code, 'State')).toContainText(`Unclaimed 11/28/2026`);
    await expect(tableCell(page, unclaimed.code, 'State')).toContainText('Can be accepted until 12/28/2026');
  });

  await test.step('a returned payout goes to the balance; an unclaimed one cannot be', async () => {
    await page.getByLabel(`Select Minted (${unclaimed.code})`).check();
    await expect(selectedPayouts(page)).toContainText(
      '1 unclaimed payout can still be accepted, so it can’t be returned to the balance.',
    );
    await expect(selectedPayouts(page).getByText(/^Return/)).toHaveCount(0);
    const ofUnclaimed = page.getByRole('listitem').filter({ hasText: 'Unclaimed: 1 payout' });
    const idle = ofUnclaimed.getByRole('button', { name: 'Return 1 payout to balance…' });
    await expect(idle).toHaveAttribute('aria-disabled', 'true');
    await expect(idle).toHaveAccessibleDescription(/^The recipient can still accept it/);
    await page.getByRole('button', { name: 'Returned: 1 payout' }).press('Enter');
    await expect(tableRows(page)).toHaveCount(1);
    await expect(page.getByLabel('State')).toHaveValue('returned');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Returned: 1 payout' })
      .getByRole('button', { name: 'Return 1 payout to balance…' })
      .press('Enter');
    await expect(tableRows(page)).toHaveCount(4);
    await expect(page.getByLabel(`Select Minted (${returned.code})`)).toBeChecked();
    await expect(selectedPayouts(page)).toContainText('1 selected');
    await expect(selectedPayouts(page).getByLabel('Reason')).toBeFocused();
    await expect(selectedPayouts(page).getByLabel('Reason')).toHaveValue(/^PayPal returned the payment/);
    await selectedPayouts(page).getByRole('button', { name: 'Return to balance' }).click();
    await expect(confirmDialog(page)).not.toContainText('already in a payment file');
    await confirmInDialog(page, 'Return to balance');
    await expect(screenNotice(page)).toHaveText('1 payout returned to the balance');
  });

  await test.step('the sums of the years are downloaded', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download yearly totals (CSV)' }).click();
    expect((await download).suggestedFilename()).toMatch(/^payouts-by-year-.*\.csv$/);
  });

  await test.step('the affiliate reads how long the payout can be accepted on the dashboard, and the payment on the statement', async () => {
    await signIn(page, email);
    await page.goto('/affiliate-dashboard');
    await expect(page.locator('.open-payout')).toContainText(
      `Payout unclaimed: $100.00 for ${monthName(month)}You have until ${until} to accept it in PayPal, using pay@mail.example.`,
    );
    await page.goto('/affiliate-statements');
    await expect(tableRows(page)).toContainText([
      `Unclaimed: you have until ${until} to accept it in PayPal`,
    ]);
    await rows(
      "update payouts set state = 'paid', transaction_id = $2, paid_at = '2026-12-31T23:59:59Z' where id = $1",
      [unclaimed.id, `T${unclaimed.code}`],
    );
    await page.goto(`/affiliate-statements?month=${month}`);
    await expect(page.getByRole('table', { name: 'Paid per year' }).locator('tbody tr')).toHaveText([
      '2026$100.001',
    ]);
    await expect(page.locator('section.statement')).toContainText('Paid in 2026$100.00 in 1 payout');
  });
  await test.step('a mailed link opens the affiliate’s statement, which says that the payout was not paid', async () => {
    await signIn(page, other.email);
    await page.goto(`/affiliate-statements?id=${returned.statement}`);
    await expect(page.locator('section.statement')).toHaveAccessibleName(`Statement for ${monthName(month)}`);
    await expect(page.locator('section.statement')).toContainText(
      'Payout not paid; the next statement returns its amount to your balance',
    );
    await page.locator('section.statement').getByRole('button', { name: 'Close' }).press('Enter');
    await expect(page).toHaveURL('/affiliate-statements');
  });
});
