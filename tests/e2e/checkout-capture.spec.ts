import { openCheckoutWithButton, forgetPayment } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

test.describe('the checkout with an uncertain capture', () => {
  test('requests a capture again after a lost answer, so that nobody pays twice', async ({ page }) => {
    await test.step('the second request says that the order is captured', async () => {
      const act = `let asked = 0;
      const capture = () => Promise.reject(new Error(++asked === 1 ? 'Failed to fetch'
        : 'ORDER_ALREADY_CAPTURED: Order already captured. (Corr ID: 1a2b'));
      await options.onApprove({ orderID: 'X' }, { order: { capture } });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(page).toHaveURL(/\/download$/);
      await expect(page.getByText('Thank you. Your payment went through')).toBeVisible();
    });
    await test.step('the capture is pending', async () => {
      await forgetPayment(page);
      const act = `const order = {
        capture: () => Promise.reject(new Error('ORDER_ALREADY_CAPTURED: Order already captured. (Corr ID: 1a2b')),
        get: () => Promise.resolve({ status: 'COMPLETED',
          purchase_units: [{ payments: { captures: [{ status: 'PENDING' }] } }] }) };
      await options.onApprove({ orderID: 'X' }, { order });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(page).toHaveURL(/\/download$/);
      await expect(page.getByText('Thank you. Your payment is on its way')).toBeVisible();
    });
    await test.step('a refusal of the second request leaves the result unknown', async () => {
      await forgetPayment(page);
      const act = `let asked = 0;
      const capture = () => Promise.reject(new Error(++asked === 1 ? 'Failed to fetch'
        : 'PREVIOUS_REQUEST_IN_PROGRESS: A previous request is in progress. (Corr ID: 1a2b'));
      await options.onApprove({ orderID: 'X' }, { order: { capture } });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(checkout.alert).toHaveText('Error processing your payment. Please contact support.');
    });
  });

  const silence = 'new Promise(() => undefined)';
  const open = `Promise.resolve({ status: 'APPROVED' })`;
  const completed = `Promise.resolve({ status: 'COMPLETED' })`;
  const silentFor = { once: 60_000, twice: 121_000 };

  test('asks the order about a capture without an answer, and captures once', async ({ page }) => {
    await page.clock.install();
    for (const [name, get, end, text] of [
      ['no money was taken', open, silentFor.once, 'Payment capture failed. Please try again.'],
      ['no answer', silence, silentFor.twice, 'Error processing your payment. Please contact support.'],
      ['it is paid', completed, silentFor.once, null],
    ] as const)
      await test.step(name, async () => {
        const act = `const capture = () => { button.textContent += '!'; return ${silence}; };
          void options.onApprove({ orderID: 'X' }, { order: { capture, get: () => ${get} } });`;
        const checkout = await openCheckoutWithButton(page, act);
        await checkout.payButton.click();
        await expect(page.getByText('Completing your payment…')).toBeVisible();
        await page.clock.runFor(end);
        if (text === null) return expect(page).toHaveURL(/\/download$/);
        await expect(checkout.alert).toHaveText(text);
        await expect(page.getByRole('button', { name: 'Pay with PayPal!', exact: true })).toBeVisible();
      });
  });

  /** An approval whose capture gets no answer, and `second` half a minute later. */
  const approvedThen = (second: string) => `
    const order = { capture: () => ${silence}, get: () => ${open} };
    void options.onApprove({ orderID: 'X' }, { order });
    button.textContent = 'approved';
    setTimeout(() => { ${second} }, 30_000);`;

  test('ignores a silent capture after a closed window or another approval, and accepts a late answer', async ({
    page,
  }) => {
    await page.clock.install();
    await test.step('the window is closed', async () => {
      const checkout = await openCheckoutWithButton(page, approvedThen('options.onCancel({});'));
      await checkout.payButton.click();
      await expect(page.locator('.payment-buttons button')).toHaveText('approved');
      await page.clock.runFor(75_000);
      await expect(page.getByText('Completing your payment…')).toBeHidden();
      await expect(checkout.alert).toHaveText('');
    });
    await test.step('an answer after the time limit', async () => {
      await forgetPayment(page);
      const act = `const order = { capture: () => new Promise((resolve) => { globalThis.answer = resolve; }), get: () => ${open} };
      void options.onApprove({ orderID: 'X' }, { order });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(page.getByText('Completing your payment…')).toBeVisible();
      await page.clock.runFor(60_000);
      await expect(checkout.alert).toHaveText('Payment capture failed. Please try again.');
      await page.evaluate(`answer({ status: 'COMPLETED' })`);
      await expect(page).toHaveURL(/\/download$/);
    });
    await test.step('a declined card, then another approval in the same window', async () => {
      await forgetPayment(page);
      const capture = 'new Promise((resolve) => { globalThis.answer = resolve; })';
      const checkout = await openCheckoutWithButton(
        page,
        approvedThen(`void options.onApprove({ orderID: 'X' }, { order: { capture: () => ${capture} } });`),
      );
      await checkout.payButton.click();
      await expect(page.locator('.payment-buttons button')).toHaveText('approved');
      await page.clock.runFor(75_000);
      await expect(checkout.alert).toHaveText('');
      await expect(page.getByText('Completing your payment…')).toBeVisible();
      await page.evaluate(`answer({ status: 'COMPLETED' })`);
      await expect(page).toHaveURL(/\/download$/);
    });
  });
});
