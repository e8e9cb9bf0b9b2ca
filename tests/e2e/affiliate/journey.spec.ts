import { monthName } from '../../../src/shared/dates.ts';
import { formatUsd } from '../../../src/shared/money.ts';
import { mainContent } from '../accounts/account-screens.ts';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { signIn, signInToDashboard } from '../accounts/sign-in.ts';
import {
  chooseRowAction,
  confirmInDialog,
  openSearch,
  screenNotice,
  signInAdmin,
} from '../admin/admin-screen.ts';
import { openPayouts, selectedPayouts, uniqueMonth } from '../admin/payout-screen.ts';
import { checkoutPage } from '../checkout-page.ts';
import { expect, test } from '../fixtures.ts';
import { waitForPath } from '../page-helpers.ts';
import { insertStatement } from '../statement-rows.ts';

const commissions = `select commission_entries.id, amount_cents, affiliate_id from commission_entries
  join affiliates on affiliates.id = affiliate_id where email = $1`;

test('an affiliate applies, sells, and is paid; both sides see each step', async ({ page, rows }) => {
  const { email } = await createAccount();
  const month = uniqueMonth(2071);
  let code = '';

  await test.step('the affiliate applies and says where to be paid', async () => {
    await signInToDashboard(page, email);
    await mainContent(page).getByRole('button', { name: 'Apply Now' }).press('Enter');
    await expect(page.getByText('Not Activated', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Set your payment email' }).press('Enter');
    await waitForPath(page, '/affiliate-payment');
    await page.getByLabel('Payment email').fill('pay@mail.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your payment email was saved.')).toBeVisible();
    const [row] = await rows('select code from affiliates where email = $1', [email]);
    code = String(row?.code);
  });

  await test.step('an admin approves the application', async () => {
    await signInAdmin(page);
    await openSearch(page, '/affiliate-admin', code);
    await chooseRowAction(page, 'Review', email.split('@')[0] ?? '');
    await page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    await expect(screenNotice(page)).toHaveText('Affiliate activated successfully');
  });

  await test.step('a buyer pays through the affiliate’s link, and the affiliate sees the commission', async () => {
    await page.goto(`/buy?ref=${code}`);
    const checkout = checkoutPage(page);
    await checkout.choose('Basic');
    await expect(checkout.codeStatus).toHaveText('Valid code');
    await checkout.decide('Approve');
    await waitForPath(page, '/download');
    await expect.poll(() => rows(commissions, [email])).toHaveLength(1);
    await signInToDashboard(page, email);
    await expect(page.getByRole('table', { name: 'Recent Referrals' })).toContainText('Pending');
  });

  const [commission] = await rows(commissions, [email]);
  const cents = Number(commission?.amount_cents);
  const amount = formatUsd(cents);
  await test.step('the month is closed, and the affiliate reads that the payout is under review', async () => {
    const counted = [String(commission?.id)];
    await insertStatement(rows, String(commission?.affiliate_id), month, {
      entries: cents,
      paid: cents,
      counted,
    });
    await page.reload();
    await expect(page.locator('.open-payout')).toContainText(
      `Payout under review: ${amount} for ${monthName(month)}`,
    );
  });

  await test.step('an admin approves, exports and pays the payout with the buttons of the steps', async () => {
    await signInAdmin(page);
    await openPayouts(page, month, 1);
    const step = page.locator('.payout-steps > [aria-current=step]');
    await step.getByRole('button', { name: `Approve 1 payout of ${amount}…` }).press('Enter');
    await confirmInDialog(page, 'Approve 1 payout');
    await expect(screenNotice(page)).toHaveText('1 payout approved');
    const download = page.waitForEvent('download');
    await step.getByRole('button', { name: `Export 1 payout of ${amount}…` }).press('Enter');
    await confirmInDialog(page, 'Export');
    await download;
    await step.getByRole('button', { name: 'I’ve paid it at PayPal…' }).press('Enter');
    const field = selectedPayouts(page).getByLabel('Transaction ID');
    await expect(field).toBeFocused();
    await field.fill(`T${code}`);
    await page.keyboard.press('Enter');
    await confirmInDialog(page, 'Mark as paid');
    await expect(screenNotice(page)).toHaveText('1 payout marked as paid');
    await expect(page.getByRole('region', { name: `${monthName(month)}: nothing left to do` })).toBeVisible();
  });

  await test.step('the affiliate sees the payment', async () => {
    await signIn(page, email);
    await page.goto('/affiliate-dashboard');
    const earnings = page.getByRole('region', { name: 'Your earnings' });
    await expect(earnings.locator('dl > div').filter({ hasText: /^Paid/ })).toHaveText(`Paid${amount}`);
    await page.goto(`/affiliate-statements?month=${month}`);
    await expect(page.locator('section.statement')).toContainText(`T${code}`.toUpperCase());
  });
});
