import { unique } from '../../api/factories.ts';
import {
  confirmDialog,
  openSearch,
  rowButton,
  screenNotice,
  searchFor,
  signInAdmin,
} from './admin-screen.ts';
import {
  insertPurchase,
  insertTwoAffiliates,
  ledgerCells,
  openPurchase,
  reopenPurchase,
  openReattribution,
  purchaseCells,
  purchasePanel,
  purchasesPath,
  reattributionForm,
} from './purchase-screen.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { currentPath, failedRequest, holdRequests } from '../page-helpers.ts';

test('admin searches, sorts and filters the purchases, and re-attributes one after the question, once; a newer record is a conflict', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedRequest);
  await test.step('an unknown code', async () => {
    const [affiliate] = await insertTwoAffiliates(rows);
    const b = await insertPurchase(rows, affiliate, 'b');
    const a = await insertPurchase(rows, affiliate, 'a');
    await rows('update purchases set affiliate_id = null where id = $1', [a.id]);
    await signInAdmin(page);
    await openSearch(page, purchasesPath, `${affiliate.code}&sort=payer_email`);
    await expect(purchaseCells(page)).toHaveText([a.email, b.email]);
    await expect(purchaseCells(page, 'Code')).toHaveText([`${affiliate.code}, unattributed`, affiliate.code]);
  });
  const [one] = await insertTwoAffiliates(rows);
  const b = await insertPurchase(rows, one, 'b');
  const a = await insertPurchase(rows, one, 'a');
  const held = await holdRequests(page, '**/api/purchases?*');
  await page.goto(purchasesPath);
  await expect(page.getByText('Loading purchases...')).toBeVisible();
  held.release();
  await expect(purchaseCells(page).first()).toBeVisible();
  await searchFor(page, one.code);
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'Buyer' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(purchaseCells(page)).toHaveText([a.email, b.email]);
  await page.getByLabel('State').selectOption('With a hold');
  await expect(purchaseCells(page)).toHaveText([a.email, b.email]);
  expect(currentPath(page)).toBe(`${purchasesPath}?q=${one.code}&state=hold&sort=payer_email`);
  await page.reload();
  await expect(purchaseCells(page)).toHaveText([a.email, b.email]);
  await searchFor(page, unique());
  await expect(page.getByText('No purchases found')).toBeVisible();

  await page.unroute('**/api/purchases?*');
  await page.route('**/api/purchases?*', (route) => route.abort());
  await page.reload();
  await expect(screenNotice(page)).toHaveText(
    'Failed to fetch purchases: The server cannot be reached. Please check your internet connection and try again.',
  );
  await page.unrouteAll();
  await test.step('a re-attribution', async () => {
    const [affiliate, otherAffiliate] = await insertTwoAffiliates(rows);
    const purchase = await insertPurchase(rows, affiliate);
    await reopenPurchase(page, purchase);
    const form = reattributionForm(page);
    await expect(form).toBeHidden();
    await openReattribution(page);
    const reattributeButton = form.getByRole('button', { name: 'Re-attribute' });
    await reattributeButton.click();
    await expect(form.getByLabel('Reason')).toBeFocused();
    await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
    await form.getByLabel('Reason').fill('The buyer wrote so');
    await form.getByLabel('Affiliate code').fill(affiliate.code);
    await reattributeButton.click();
    await expect(form.getByLabel('Affiliate code')).toHaveAccessibleDescription(
      /The purchase already belongs to this affiliate/,
    );
    await form.getByLabel('Affiliate code').fill('nobody-has-it');
    await reattributeButton.click();
    await expect(confirmDialog(page)).toContainText('the affiliate with the code nobody-has-it?');
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).click();
    await expect(form.getByLabel('Affiliate code')).toHaveAccessibleDescription(
      /No active affiliate has this code\./,
    );

    // After a conflict the typed text stays.
    await rows('update purchases set version = version + 1 where id = $1', [purchase.id]);
    await form.getByLabel('Affiliate code').fill(otherAffiliate.code);
    await reattributeButton.click();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await rows('select affiliate_id from purchases where id = $1', [purchase.id])).toEqual([
      { affiliate_id: affiliate.id },
    ]);
    await reattributeButton.click();
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).click();
    await expect(screenNotice(page)).toContainText('Somebody else has changed this record.');
    await page.getByRole('button', { name: 'Load the newer purchase, keep my changes' }).click();
    await expect(screenNotice(page)).toContainText('your changes are still here');
    await expect(form.getByLabel('Affiliate code')).toHaveValue(otherAffiliate.code);
    await reattributeButton.dblclick();
    await confirmDialog(page).getByRole('button', { name: 'Re-attribute' }).dblclick();
    await expect(screenNotice(page)).toHaveText('The purchase was re-attributed.');
    await expect(purchasePanel(page)).toContainText(`${otherAffiliate.name} (${otherAffiliate.code})`);
    await expect(ledgerCells(page, 'Amount')).toHaveText(['$15.00', /^-\$5\.00/, /^-\$10\.00/, '$10.00']);
    await expect(form.getByLabel('Reason')).toHaveValue('');
    expect(await rows('select reason from audit_log where entity_id = $1', [purchase.id])).toEqual([
      { reason: 'The buyer wrote so' },
    ]);
  });
});

test('admin opens a purchase by keyboard, and reads the last reconciliation', async ({
  page,
  context,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedRequest);
  const [affiliate] = await insertTwoAffiliates(rows);
  const purchase = await insertPurchase(rows, affiliate);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/purchases/${purchase.id}`)) loads.push(request.url());
  });
  await openPurchase(page, purchase);
  expect(loads).toHaveLength(1);
  await expect(purchasePanel(page)).toBeFocused();
  await expect(purchasePanel(page)).toHaveAccessibleName(`Purchase ${purchase.orderId}`);
  for (const text of [
    purchase.email,
    `${affiliate.name} (${affiliate.code})`,
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
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await purchasePanel(page).getByRole('button', { name: 'Copy order id' }).click();
  await expect(purchasePanel(page).getByRole('button', { name: 'Copied order id' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(purchase.orderId);
  await expect(page.getByRole('heading', { name: 'Last reconciliation' })).toBeVisible();
  await expectAccessible(page);
  await purchasePanel(page).getByRole('button', { name: 'Close' }).click();
  await expect(purchasePanel(page)).toHaveCount(0);
  await expect(rowButton(page, 'Open', purchase.orderId)).toBeFocused();
  await test.step('the last reconciliation loads, fails and is missing', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route('**/api/reconciliation/latest', (route) => route.abort());
    const held = await holdRequests(page, '**/api/reconciliation/latest');
    await page.goto(purchasesPath);
    const section = page.getByRole('region', { name: 'Last reconciliation' });
    await expect(section.getByRole('status')).toHaveText('Loading the last reconciliation...');
    held.release();
    await expect(section.getByRole('alert')).toContainText('The server cannot be reached.');
    await expect(section.getByRole('status')).toHaveCount(0);
    await page.unroute('**/api/reconciliation/latest');
    await page.route('**/api/reconciliation/latest', (route) => route.fulfill({ json: { report: null } }));
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect(section).toContainText('No reconciliation has run yet. It runs every day.');
    await page.unrouteAll();
  });
});
