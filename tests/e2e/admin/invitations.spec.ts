import { expectAccessibleOnPhone } from '../expect-accessible.ts';
import { uniqueEmail } from '../accounts/firebase-accounts.ts';
import { checkoutPage } from '../checkout-page.ts';
import { expect, test } from '../fixtures.ts';
import { failedRequest } from '../page-helpers.ts';
import { paypalCaller } from '../pay-order.ts';
import { selectPurchases } from '../purchase-rows.ts';
import { yearlyPlan } from '../../api/money/invitations/invited.ts';
import { confirmDialog, screenNotice, signInAdmin } from './admin-screen.ts';

test('an admin invites a founder, who subscribes at the price by keyboard', async ({
  page,
  browser,
  watchContext,
  rows,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const callPayPal = await paypalCaller();
  const { id: planId } = (await callPayPal('/v1/billing/plans', yearlyPlan('39.99'))) as { id: string };
  const reason = `For founders ${planId.slice(-6)}`;
  await page.setViewportSize({ width: 320, height: 640 });
  await signInAdmin(page);
  await page.goto('/customer-admin');
  const section = page.locator('details', { hasText: 'Invitations' });
  // The link is shown once, so it is announced.
  const link = section.getByRole('status').locator('.copy-link code');
  const make = async () => {
    await section.getByText('Invitations').first().press('Enter');
    await section.getByLabel('Plan', { exact: true }).selectOption('Annual Subscription');
    await section.getByLabel('Price in US dollars').fill('39.99');
    await section.getByLabel('PayPal plan ID').fill(planId);
    await section.getByLabel('Reason').fill(reason);
    await section.getByLabel('Reason').press('Enter');
    await expect(link).toContainText('/buy#invitation=');
    return (await link.textContent()) ?? '';
  };
  await make();
  await section.getByRole('button', { name: `Withdraw ${reason}` }).press('Enter');
  await confirmDialog(page).getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(screenNotice(page)).toHaveText('The invitation was withdrawn.');
  await expect(section).toContainText('Withdrawn on');
  await page.reload();
  const address = await make();
  await expectAccessibleOnPhone(page);

  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  await watchContext(context);
  const buyer = await context.newPage();
  const requests: string[] = [];
  buyer.on('request', (request) => requests.push(request.url()));
  const token = address.split('=')[1] ?? '';
  await test.step('the buyer’s page shows the price and the reason, also after a reload', async () => {
    await buyer.goto(address);
    const text = `Your invitation: $39.99 now, then $39.99 every year, instead of $49.99. ${reason}`;
    await expect(buyer.getByText(text)).toBeVisible();
    await expect(buyer).toHaveURL(/\/buy$/);
    await buyer.reload();
    await expect(buyer.getByText(text)).toBeVisible();
  });
  await test.step('the other plan keeps its price', async () => {
    await buyer.getByRole('radio', { name: /^Basic.*\$59\.99/ }).press('Space');
    await expect(buyer.locator('.checkout-summary')).toContainText('$59.99');
    await buyer.keyboard.press('ArrowDown');
    await expect(buyer.locator('.checkout-summary')).toContainText('$39.99');
    await expect(buyer.locator('.payment-terms')).toContainText('Renews every year at $39.99 until');
    await expect(buyer.locator('main')).toContainText('instead of $49.99 per year');
    await expectAccessibleOnPhone(buyer);
  });
  const email = uniqueEmail();
  const popup = buyer.waitForEvent('popup');
  await checkoutPage(buyer).payButton.press('Enter');
  const approval = await popup;
  await approval.getByLabel("Buyer's email").fill(email);
  await approval
    .getByRole('button', { name: 'Approve' })
    .press('Enter')
    .catch((error: unknown) => {
      if (!approval.isClosed()) throw error;
    });
  await expect(buyer).toHaveURL(/\/download$/);
  await expect(buyer.locator('[data-amount]')).toHaveText('$39.99 per year');
  await expect
    .poll(() => selectPurchases(rows, email))
    .toMatchObject([{ plan_id: 'annual', amount_cents: 3999 }]);
  expect(requests.filter((url) => url.includes(token))).toEqual([]);

  await test.step('a used link says so, and shows the usual prices', async () => {
    await buyer.goto(address);
    await expect(
      buyer.getByText('This invitation has been used, or is no longer valid. These are the usual prices.'),
    ).toBeVisible();
    await expect(buyer.getByRole('radio', { name: /^Annual Subscription.*\$49\.99/ })).toBeVisible();
  });
  await context.close();
  await page.reload();
  await section.getByText('Invitations').first().press('Enter');
  await expect(section.locator('tr').filter({ hasText: reason }).first()).toContainText('Used on');
});
