import { confirmDialog, rowButton, screenNotice, searchFor, signInAdmin } from './admin-screen.ts';
import {
  insertPurchase,
  insertTwoAffiliates,
  ledgerCells,
  openReattribution,
  purchaseCells,
  purchasePanel,
  purchasesPath,
  reattributionForm,
} from './purchase-screen.ts';
import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';

test('admin filters the purchases, opens one by keyboard, and re-attributes it once', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const [one, other] = await insertTwoAffiliates(rows);
  const b = await insertPurchase(rows, one, 'b');
  const a = await insertPurchase(rows, one, 'a');
  await rows('update purchases set affiliate_id = null where id = $1', [a.id]);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/purchases/${b.id}`)) loads.push(request.url());
  });
  await signInAdmin(page);
  await test.step('list and last reconciliation load; a missing reconciliation says so', async () => {
    await page.route('**/api/reconciliation/latest', (route) => route.fulfill({ json: { report: null } }));
    await page.goto(`${purchasesPath}?q=${one.code}&sort=payer_email`);
    const section = page.getByRole('region', { name: 'Last reconciliation' });
    await expect(purchaseCells(page)).toHaveText([a.email, b.email]);
    await expect(purchaseCells(page, 'Code')).toHaveText([`${one.code}, unattributed`, one.code]);
    await expect(section).toContainText('No reconciliation has run yet. It runs every day.');
    await page.unrouteAll();
  });
  await test.step('the list filters', async () => {
    await searchFor(page, b.orderId);
    await page.getByLabel('State').selectOption('On hold');
    await expect(purchaseCells(page)).toHaveText([b.email]);
    await expect(page).toHaveURL(`${purchasesPath}?q=${b.orderId}&state=hold&sort=payer_email`);
  });
  await test.step('a purchase opens by keyboard', async () => {
    await rowButton(page, 'Open', b.orderId).press('Enter');
    await expect(purchasePanel(page).getByText('PayPal events')).toBeVisible();
    expect(loads).toHaveLength(1);
    await expect(purchasePanel(page)).toBeFocused();
    await expect(purchasePanel(page)).toHaveAccessibleName(`Purchase ${b.orderId}`);
    for (const text of [
      b.email,
      `${one.name} (${one.code})`,
      'On hold since',
      'The first reason',
      'no more tries',
    ])
      await expect(purchasePanel(page)).toContainText(text);
    await expect(ledgerCells(page, 'Entry')).toContainText([
      '25% of $59.99 (first payment)',
      '25% of $20.00 refunded (first payment on 9/1/2025)',
    ]);
    const atPayPal = purchasePanel(page).getByRole('link', { name: /^View at PayPal ?: payment 1/ });
    await expect(atPayPal).toHaveAttribute('href', /\/activity\/payment\/CAPTURE/);
    await expect(atPayPal).toHaveAttribute('rel', 'noopener');
    await purchasePanel(page).getByRole('button', { name: 'Copy order number' }).click();
    await expect(purchasePanel(page).getByRole('button', { name: 'Copied order number' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(b.orderId);
    await expectAccessibleOnPhone(page);
    await purchasePanel(page).getByRole('button', { name: 'Close' }).click();
    await expect(purchasePanel(page)).toHaveCount(0);
    await expect(rowButton(page, 'Open', b.orderId)).toBeFocused();
  });
  await test.step('a re-attribution', async () => {
    await rowButton(page, 'Open', b.orderId).press('Enter');
    const form = reattributionForm(page);
    await expect(form).toBeHidden();
    await openReattribution(page);
    const reattributeButton = form.getByRole('button', { name: 'Re-attribute' });
    await reattributeButton.click();
    await expect(form.getByLabel('Reason')).toBeFocused();
    await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
    await form.getByLabel('Reason').fill('The buyer wrote so');
    await form.getByLabel('Affiliate code').fill('nobody-has-it');
    await reattributeButton.click();
    await expect(confirmDialog(page)).toContainText('the affiliate with the code nobody-has-it?');
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).click();
    await expect(form.getByLabel('Affiliate code')).toHaveAccessibleDescription(
      /No active affiliate has this code\./,
    );

    // After a conflict the typed text stays.
    await rows('update purchases set version = version + 1 where id = $1', [b.id]);
    await form.getByLabel('Affiliate code').fill(other.code);
    await reattributeButton.click();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await reattributeButton.click();
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).click();
    await expect(screenNotice(page)).toContainText('Somebody else has changed this record.');
    await page.getByRole('button', { name: 'Load the newer version and keep my changes' }).click();
    await expect(screenNotice(page)).toContainText('your changes are still here');
    await expect(form.getByLabel('Affiliate code')).toHaveValue(other.code);
    await reattributeButton.dblclick();
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).dblclick();
    await expect(screenNotice(page)).toHaveText('The purchase was re-attributed.');
    await expect(purchasePanel(page)).toContainText(`${other.name} (${other.code})`);
    await expect(form.getByLabel('Reason')).toHaveValue('');
  });
});
