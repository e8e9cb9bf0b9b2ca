import { openCheckoutWithButton } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

const reportsFailure = `button.textContent = 'Pay with PayPal'; options.onError({ message: 'no' });`;
const startsOrder = `void options.createOrder({}, { order: { create: () => new Promise(() => undefined) } });`;

/** Approves an order. PayPal's `capture` returns `answer`. */
function approves(answer: string) {
  return `await options.onApprove({ orderID: 'X' }, { order: { capture: () => ${answer} } });`;
}

// tests/unit/islands/payment-handlers.test.ts and capture-outcome.test.ts have PayPal's other answers.
test('the checkout shows a failure of PayPal until the next try or another plan', async ({ page }) => {
  const checkout = await openCheckoutWithButton(page, [
    `for (const message of ['Detected popup close', 'Window is closed, can not determine type'])
      options.onError({ message });
    button.textContent = 'reported';`,
    reportsFailure,
    startsOrder,
    approves(`Promise.resolve({ status: 'VOIDED' })`),
    approves(`Promise.reject(new Error('Failed to fetch'))`),
    `${startsOrder} setTimeout(() => (button.textContent = 'started'), 100);`,
  ]);
  const button = page.locator('.payment-buttons button');
  await test.step('a closed window is no failure', async () => {
    await button.click();
    await expect(button).toHaveText('reported');
    await expect(checkout.alert).toHaveText('');
  });
  await test.step('another order clears an error', async () => {
    await button.click();
    await expect(checkout.alert).toHaveText('Error occurred during payment process.');
    await button.click();
    await expect(checkout.alert).toHaveText('');
  });
  await test.step('another plan clears an error', async () => {
    await checkout.payButton.click();
    await expect(checkout.alert).toHaveText('Payment capture failed. Please try again.');
    await expect(page).toHaveURL(/\/buy$/);
    await checkout.choose('Annual Subscription');
    await expect(checkout.alert).toHaveText('');
  });
  await test.step('the notice about a possible payment stays', async () => {
    await checkout.choose('Basic');
    await checkout.payButton.click();
    const text = 'Error processing your payment. Please contact support.';
    await expect(checkout.alert).toHaveText(text);
    await button.click();
    await expect(button).toHaveText('started');
    await expect(checkout.alert).toHaveText(text);
  });
});

test('the checkout blocks another payment while one completes', async ({ page }) => {
  const checkout = await openCheckoutWithButton(page, [
    `options.onApprove({ orderID: 'X' }, { order: { capture: () => new Promise((resolve) => { globalThis.answer = resolve; }) } });`,
    approves(`Promise.resolve({ status: 'COMPLETED',
      purchase_units: [{ payments: { captures: [{ status: 'PENDING' }] } }] })`),
  ]);
  const button = page.locator('.payment-buttons button');
  await test.step('nobody begins another payment, by mouse or by keyboard', async () => {
    await checkout.payButton.click();
    await expect(page.getByText('Completing your payment…')).toBeVisible();
    await expect(page.locator('section.checkout')).toBeFocused();
    await button.focus();
    await expect(button).not.toBeFocused();
    const isHit = await button.evaluate((element) => {
      element.scrollIntoView();
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === element;
    });
    expect(isHit).toBe(false);
    await page.evaluate(`answer({ status: 'VOIDED' })`);
    await expect(checkout.alert).toHaveText('Payment capture failed. Please try again.');
    await button.focus();
    await expect(button).toBeFocused();
  });
  await test.step('a pending payment', async () => {
    await button.click();
    await expect(page).toHaveURL(/\/download$/);
    await expect(page.getByText('Thank you.')).toHaveText(
      'Thank you. Your payment is on its way, and PayPal will email you when it arrives. Here is your download.',
    );
  });
});
