import { withdrawalKindTexts, withdrawalMessages as texts } from '../../src/shared/messages/withdrawals.ts';
import { withdrawalAdminMessages } from '../../src/shared/messages/overview.ts';
import { newEmail } from '../api/factories.ts';
import { screenNotice, signInAdmin } from './admin/admin-screen.ts';
import { expectAccessibleOnPhone, expectFitsPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { failedRequest } from './page-helpers.ts';
import { payOrder } from './pay-order.ts';

const { confirm, noun, statement } = withdrawalKindTexts.withdrawal;

test('a buyer withdraws, cancels and asks for money back by keyboard; an admin settles it', async ({
  page,
  rows,
  paypal,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedRequest);
  const email = newEmail('buyer');
  const { orderId: order } = await payOrder(paypal, email);
  await expect.poll(() => rows('select id from purchases where provider_id = $1', [order])).toHaveLength(1);
  await page.setViewportSize({ width: 320, height: 640 });

  await test.step('the form has the order number of the address, and keeps the text after an error', async () => {
    await page.goto('/terms');
    const footer = page.locator('footer');
    await expect(footer.getByRole('link', { name: texts.withdraw })).toHaveAttribute('href', '/withdraw');
    await footer.getByRole('link', { name: texts.cancel }).click();
    await expect(page.getByRole('radio', { name: /^Cancel the contract/ })).toBeChecked();
    await page.goto(`/withdraw?order=${order}`);
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('Carl Sample');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Order number')).toBeFocused();
    await expect(page.getByLabel('Order number')).toHaveValue(order);
    await page.keyboard.press('Tab');
    await page.keyboard.type('carl@localhost');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please enter a valid email address/);
    await expect(page.getByLabel('Your name')).toHaveValue('Carl Sample');
    await expect(page.getByLabel('Order number')).toHaveValue(order);
    await expectAccessibleOnPhone(page);
  });

  await test.step('the buyer checks the withdrawal, changes it, and confirms it', async () => {
    await page.getByLabel('Email').press('ControlOrMeta+a');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.checkHeading(noun));
    for (const text of ['Carl Sample', order, email, statement])
      await expect(page.locator('dd', { hasText: text })).toBeVisible();
    await page.getByRole('button', { name: texts.change }).press('Enter');
    await expect(page.getByLabel('Your name')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('son');
    await page.keyboard.press('Enter');
    await expect(page.locator('dd', { hasText: 'Carl Sampleson' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: confirm })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.receivedHeading(noun));
  });

  await test.step('a cancellation and a request for money back take four presses', async () => {
    for (const [kind, moves] of [
      ['cancellation', ['ArrowDown']],
      ['money-back', ['ArrowDown', 'ArrowDown']],
    ] as const) {
      await page.goto('/withdraw');
      await page.getByRole('radio', { name: withdrawalKindTexts.withdrawal.choice }).focus();
      for (const move of moves) await page.keyboard.press(move);
      await expect(page.getByRole('radio', { name: withdrawalKindTexts[kind].choice })).toBeChecked();
      for (const text of ['Carl Sampleson', order, email]) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await expect(page.locator('dd', { hasText: withdrawalKindTexts[kind].statement })).toBeVisible();
      await page.getByRole('button', { name: withdrawalKindTexts[kind].confirm }).press('Enter');
      await expect(page.getByRole('status')).toContainText(
        `Your ${withdrawalKindTexts[kind].noun} arrived on`,
      );
    }
  });

  await test.step('an admin settles the withdrawal, and marks the cancellation as handled', async () => {
    await signInAdmin(page);
    await page.goto('/admin');
    const region = page.getByRole('region', { name: withdrawalAdminMessages.heading });
    const rowOf = (kind: string) =>
      region
        .getByRole('row', { name: /Carl Sampleson/ })
        .filter({ hasText: kind })
        .filter({ hasText: order });
    const withdrawal = rowOf('Withdrawal');
    await expect(withdrawal.getByRole('link', { name: order })).toHaveAttribute(
      'href',
      `/purchases-admin?q=${order}`,
    );
    await expectFitsPhone(page);
    await withdrawal.getByRole('button', { name: 'Refund $59.99' }).press('Enter');
    await expect(screenNotice(page)).toHaveText(/^W-[0-9A-F]{8}: Refunded \$59\.99\.$/);
    await expect(screenNotice(page)).toBeFocused();
    await expect(withdrawal).toBeHidden();
    const moneyBack = rowOf('Refund request');
    await expect(moneyBack).toContainText('Refunded $59.99.');
    await moneyBack.getByRole('button', { name: 'Close request' }).press('Enter');
    await expect(moneyBack).toBeHidden();
    const row = rowOf('Cancellation');
    await row.locator('summary').press('Enter');
    await row.getByRole('button', { name: withdrawalAdminMessages.handle }).press('Enter');
    await expect(row.getByLabel(withdrawalAdminMessages.note)).toBeFocused();
    await expect(row.getByRole('alert')).toHaveText('Write what you did');
    await page.keyboard.type('Basic has nothing to cancel');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(withdrawalAdminMessages.handled)).toBeVisible();
    await expect(row).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a buyer withdraws on the same pages', async ({ page }) => {
    const email = newEmail('buyer');
    await page.goto('/withdraw');
    await page.getByLabel('Your name').fill('Carl Sample');
    await page.getByLabel('Order number').fill('Basic, on November 1');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: texts.continue }).click();
    await page.getByRole('button', { name: confirm }).dblclick();
    await expect(page.getByRole('status')).toContainText('Your withdrawal arrived on');
  });
});
