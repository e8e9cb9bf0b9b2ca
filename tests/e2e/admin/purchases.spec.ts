import { unique } from '../../api/mint.ts';
import { failedAnswer, placeOf } from '../accounts/screens.ts';
import { expect, test } from '../fixtures.ts';
import { looksRight } from '../looks-right.ts';
import { dialogOf, openSearch, rowButton, saidOf, searchFor, signInAdmin } from './admin-screen.ts';
import { newPurchase } from './purchase-records.ts';
import { entriesIn, listed, newAffiliates, open, panel, path, reattribution } from './purchase-screen.ts';

test('the list of purchases loads, searches, sorts, narrows, keeps that over a reload, and tells a code that is nobody’s', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedAnswer);
  await test.step('a code that is nobody’s', async () => {
    const [one] = await newAffiliates(rows);
    const b = await newPurchase(rows, one, 'b');
    const a = await newPurchase(rows, one, 'a');
    await rows('update purchases set affiliate_id = null where id = $1', [a.id]);
    await signInAdmin(page);
    await openSearch(page, path, `${one.code}&sort=payer_email`);
    await expect(listed(page)).toHaveText([a.email, b.email]);
    await expect(listed(page, 'Code')).toHaveText([`${one.code}, unattributed`, one.code]);
  });
  const [one] = await newAffiliates(rows);
  const b = await newPurchase(rows, one, 'b');
  const a = await newPurchase(rows, one, 'a');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/purchases?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByText('Loading purchases...')).toBeVisible();
  release();
  await expect(listed(page).first()).toBeVisible();
  await searchFor(page, one.code);
  await expect(page.getByText('2 in all')).toBeVisible();
  const head = page.getByRole('columnheader', { name: 'Buyer' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(listed(page)).toHaveText([a.email, b.email]);
  await page.getByLabel('State').selectOption('With a hold');
  await expect(listed(page)).toHaveText([a.email, b.email]);
  expect(placeOf(page)).toBe(`${path}?q=${one.code}&state=hold&sort=payer_email`);
  await page.reload();
  await expect(listed(page)).toHaveText([a.email, b.email]);
  await searchFor(page, unique());
  await expect(page.getByText('No purchases found')).toBeVisible();

  await page.unroute('**/api/purchases?*');
  await page.route('**/api/purchases?*', (route) => route.abort());
  await page.reload();
  await expect(saidOf(page)).toHaveText(
    'Failed to fetch purchases: The server cannot be reached. Please check your internet connection and try again.',
  );
});

test('a purchase opens by keyboard with all that is stored of it; the last reconciliation loads, fails, is missing, and fits a phone', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const [one] = await newAffiliates(rows);
  const sold = await newPurchase(rows, one);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/purchases/${sold.id}`)) loads.push(request.url());
  });
  await open(page, sold);
  expect(loads).toHaveLength(1);
  await expect(panel(page)).toBeFocused();
  await expect(panel(page)).toHaveAccessibleName(`Purchase ${sold.orderId}`);
  for (const text of [
    sold.email,
    `${one.name} (${one.code})`,
    'On hold since',
    'The first reason',
    'given up',
  ])
    await expect(panel(page)).toContainText(text);
  await expect(entriesIn(page, 'How')).toHaveText([
    '15.00 = 25% of 59.99, first payment, terms 2025-08',
    '-5.00 = 25% of 20.00 refunded, first payment on 9/1/2025, terms 2025-08',
  ]);
  await expect(page.getByRole('heading', { name: 'Last reconciliation' })).toBeVisible();
  await looksRight(page);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(rowButton(page, 'Open', sold.orderId)).toBeFocused();
  await test.step('the last reconciliation loads, fails and is missing', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>();
    await page.route('**/api/reconciliation/latest', async (route) => {
      await asked;
      await route.abort();
    });
    await page.goto(path);
    const section = page.getByRole('region', { name: 'Last reconciliation' });
    await expect(section.getByRole('status')).toHaveText('Loading the last reconciliation...');
    answer(undefined);
    await expect(section.getByRole('alert')).toContainText('The server cannot be reached.');
    await expect(section.getByRole('status')).toHaveCount(0);
    await page.unroute('**/api/reconciliation/latest');
    await page.route('**/api/reconciliation/latest', (route) => route.fulfill({ json: { report: null } }));
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect(section).toContainText('No reconciliation has been made yet. One is made every day.');
    await page.unrouteAll();
  });
  await test.step('a difference and its code stand in one column on a phone', async () => {
    const differences = [
      {
        code: 'payment-missing-here',
        text: 'PayPal has a payment that is not recorded here.',
        order_id: null,
        transaction_id: 'CAPTURE1',
        ours: null,
        theirs: '59.99 USD',
      },
    ];
    const report = { first_day: '2025-08-01', last_day: '2025-08-10', compared: 1, differences };
    await page.route('**/api/reconciliation/latest', (route) => route.fulfill({ json: { report } }));
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    const cell = page.locator('[data-label="What"]').filter({ hasText: 'payment-missing-here' });
    const [said, code] = await Promise.all([
      cell.locator('span span').boundingBox(),
      cell.locator('code').boundingBox(),
    ]);
    expect(code?.x).toBeGreaterThanOrEqual(said?.x ?? Infinity);
  });
});

test('a purchase is given to another affiliate after a question, once, and never over a newer state', async ({
  page,
  rows,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedAnswer);
  const [one, other] = await newAffiliates(rows);
  const sold = await newPurchase(rows, one);
  await open(page, sold);
  const form = reattribution(page);
  const give = form.getByRole('button', { name: 'Re-attribute' });
  await give.click();
  await expect(form.getByLabel('Reason')).toBeFocused();
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Enter a reason');
  await form.getByLabel('Reason').fill('The buyer wrote so');
  await form.getByLabel('Affiliate code').fill(one.code);
  await give.click();
  await expect(form.getByLabel('Affiliate code')).toHaveAccessibleDescription(
    /The purchase is already this affiliate’s/,
  );
  await form.getByLabel('Affiliate code').fill('nobody-has-it');
  await give.click();
  await expect(dialogOf(page)).toContainText('the affiliate with the code nobody-has-it?');
  await dialogOf(page).getByRole('button', { name: 'Re-attribute' }).click();
  await expect(form.getByLabel('Affiliate code')).toHaveAccessibleDescription(
    /No active affiliate has this code\./,
  );

  // Somebody else changes it: what was typed stays.
  await rows('update purchases set version = version + 1 where id = $1', [sold.id]);
  await form.getByLabel('Affiliate code').fill(other.code);
  await give.click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await rows('select affiliate_id from purchases where id = $1', [sold.id])).toEqual([
    { affiliate_id: one.id },
  ]);
  await give.click();
  await dialogOf(page).getByRole('button', { name: 'Re-attribute' }).click();
  await expect(saidOf(page)).toContainText('Somebody else has changed this record.');
  await page.getByRole('button', { name: 'Load the newer purchase, keep my text' }).click();
  await expect(saidOf(page)).toContainText('what you typed is kept');
  await expect(form.getByLabel('Affiliate code')).toHaveValue(other.code);
  await give.dblclick();
  await dialogOf(page).getByRole('button', { name: 'Re-attribute' }).dblclick();
  await expect(saidOf(page)).toHaveText('The purchase was re-attributed.');
  await expect(panel(page)).toContainText(`${other.name} (${other.code})`);
  await expect(entriesIn(page, 'Amount')).toHaveText(['$15.00', /^-\$5\.00/, /^-\$10\.00/, '$10.00']);
  await expect(form.getByLabel('Reason')).toHaveValue('');
  expect(await rows('select reason from audit_log where entity_id = $1', [sold.id])).toEqual([
    { reason: 'The buyer wrote so' },
  ]);
});
