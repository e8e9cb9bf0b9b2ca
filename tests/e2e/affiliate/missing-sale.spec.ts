import type { Page } from '@playwright/test';
import { createAccount } from '../accounts/firebase-accounts.ts';
import { mainContent } from '../accounts/account-screens.ts';
import { signIn } from '../accounts/sign-in.ts';
import { confirmDialog, insertAffiliate, screenNotice, signInAdmin } from '../admin/admin-screen.ts';
import { fixtures } from '../../api/frame/db/fixtures.ts';
import { unique } from '../../api/factories.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('an affiliate reports a missing sale, an admin credits it, and both by keyboard', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const { email } = await createAccount();
  const affiliate = await insertAffiliate(rows, { email, active: '2025-01-01T00:00:00Z' });
  const make = fixtures(rows);
  const order = unique().toUpperCase();
  const purchase_id = await make.purchase({ provider_id: order, created_at: '2025-09-01T10:00:00Z' });
  await make.payment({ purchase_id, paid_at: '2025-09-01T10:00:00Z' });
  const report = page.getByRole('region', { name: 'Is a sale missing?' });

  await test.step('the affiliate reports it; an error stands at its field', async () => {
    await signIn(page, email);
    await page.goto('/affiliate-commissions');
    await expect(report).toContainText('You haven’t reported any.');
    const number = report.getByLabel('Order number');
    await number.press('Enter');
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription(/Enter the order number/);
    await page.keyboard.type(order.toLowerCase());
    await page.keyboard.press('Tab');
    await page.keyboard.type('09102025');
    await page.keyboard.press('Enter');
    await expect(report.getByRole('status')).toContainText('We have your report.');
    await expect(report.getByRole('row', { name: order })).toContainText('Open');
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });

  await test.step('an admin reads why it earned nothing, and credits it', async () => {
    await signInAdmin(page);
    await page.goto('/admin');
    const waiting = page.getByRole('link', { name: /missing sales? to check/ });
    await waiting.press('Enter');
    const claim = page.getByRole('region', { name: 'Missing sales' }).getByRole('row', { name: order });
    await expect(claim).toContainText('Basic, completed, 9/1/2025. The purchase was on a different day.');
    await expect(claim).toContainText('The buyer came without a code');
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await claim.getByRole('button', { name: /^Credit…/ }).press('Enter');
    await expect(confirmDialog(page)).toContainText(
      `Credit the purchase of $59.99 to ${affiliate.name} (${affiliate.code})?`,
    );
    await confirmDialog(page).getByRole('button', { name: 'Credit' }).press('Enter');
    await expect(screenNotice(page)).toContainText(`The sale is credited to ${affiliate.name}`);
    await expect(claim).toHaveCount(0);
  });

  await test.step('the affiliate reads that it is credited, and has the commission', async () => {
    await signIn(page, email);
    await page.goto('/affiliate-commissions');
    await expect(report.getByRole('row', { name: order })).toContainText('Credited');
    await expect(mainContent(page).getByRole('table', { name: 'Commissions' })).toContainText('$15.00');
  });
});

async function expectNoSideScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}
