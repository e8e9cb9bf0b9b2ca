import { openCheckoutWithButton } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

test.describe('the checkout', () => {
  test('shows no error for a closed window or a declined card; the next try clears an error', async ({
    page,
  }) => {
    const closedWindow = `for (const message of ['Detected popup close', 'Window is closed, can not determine type'])
      options.onError({ message });
      button.textContent = 'reported';`;
    const declinedCard = `const actions = { restart: () => button.textContent = 'restarted',
        order: { capture: () => Promise.resolve({ details: [{ issue: 'INSTRUMENT_DECLINED' }] }) } };
      await options.onApprove({ orderID: 'X' }, actions);`;
    const failure = `options.onError({ message: 'no' });`;
    const anotherOrder = `void options.createOrder({}, { order: { create: () => new Promise(() => undefined) } });`;
    const checkout = await openCheckoutWithButton(page, [
      ...[closedWindow, declinedCard],
      ...[failure, anotherOrder, failure, closedWindow],
    ]);
    const button = page.locator('.payment-buttons button');
    for (const [what, text] of [
      ['a closed window', 'reported'],
      ['a declined card, which restarts the window', 'restarted'],
    ] as const)
      await test.step(what, async () => {
        await button.click();
        await expect(button).toHaveText(text);
        await expect(checkout.alert).toHaveText('');
      });
    for (const way of ['another order', 'a closed window'])
      await test.step(`${way} clears an error`, async () => {
        await button.click();
        await expect(checkout.alert).toHaveText('Error occurred during payment process.');
        await button.click();
        await expect(checkout.alert).toHaveText('');
      });
    await test.step('the notice about a possible payment stays', async () => {
      const act = `button.textContent = 'Pay again';
      const tries = Number(button.dataset.tries ?? 0);
      button.dataset.tries = tries + 1;
      if (tries === 0)
        await options.onApprove({ orderID: 'X' }, { order: { capture: () => Promise.reject(new Error('Failed to fetch')) } });
      else {
        void options.createOrder({}, { order: { create: () => new Promise(() => undefined) } });
        setTimeout(() => (button.textContent = 'started'), 100);
      }`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      const text = 'Error processing your payment. Please contact support.';
      await expect(checkout.alert).toHaveText(text);
      await page.getByRole('button', { name: 'Pay again' }).click();
      await expect(page.getByRole('button', { name: 'started' })).toBeVisible();
      await expect(checkout.alert).toHaveText(text);
    });
  });

  test('shows the failure of PayPal until another plan is chosen', async ({ page }) => {
    const outcomes = [
      [
        'PayPal reports an error',
        'Basic',
        `options.onError({ message: 'window closed' });`,
        'Error occurred during payment process.',
      ],
      [
        'an approved subscription has no id',
        'Annual Subscription',
        `await options.onApprove({ orderID: 'X', subscriptionID: null }, {});`,
        'Error processing your subscription. Please try again.',
      ],
      [
        'the order cannot be created',
        'Basic',
        `try { await options.createOrder({}, { order: { create: () => Promise.reject(new Error('500')) } }); }
         catch (error) { options.onError(error); }`,
        'Error occurred during payment process.',
      ],
      [
        'PayPal does not say whether it captured',
        'Basic',
        `await options.onApprove({ orderID: 'X' }, { order: { capture: () => Promise.reject(new Error('Failed to fetch')) } });`,
        'Error processing your payment. Please contact support.',
      ],
      [
        'the capture is refused',
        'Basic',
        `await options.onApprove({ orderID: 'X' }, { order: { capture: () => Promise.resolve({ status: 'VOIDED' }) } });`,
        'Payment capture failed. Please try again.',
      ],
    ] as const;
    const checkout = await openCheckoutWithButton(
      page,
      outcomes.map(([, , act]) => act),
    );
    for (const [what, plan, , text] of outcomes)
      await test.step(what, async () => {
        await checkout.choose(plan);
        await checkout.payButton.click();
        await expect(checkout.alert).toHaveText(text);
        await expect(page).toHaveURL(/\/buy$/);
        await checkout.choose(plan === 'Basic' ? 'Annual Subscription' : 'Basic');
        await expect(checkout.alert).toHaveText('');
      });
  });

  test('blocks another payment while one completes; a pending payment leads to /download with its text', async ({
    page,
  }) => {
    await test.step('nobody begins another payment, by mouse or by keyboard', async () => {
      const act = `options.onApprove({ orderID: 'X' }, { order: { capture: () => new Promise((resolve) => { globalThis.answer = resolve; }) } });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(page.getByText('Completing your payment…')).toBeVisible();
      await expect(page.locator('section.checkout')).toBeFocused();
      const button = page.locator('.payment-buttons button');
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
      const act = `const capture = () => Promise.resolve({ status: 'COMPLETED',
        purchase_units: [{ payments: { captures: [{ status: 'PENDING' }] } }] });
      await options.onApprove({ orderID: 'X' }, { order: { capture } });`;
      const checkout = await openCheckoutWithButton(page, act);
      await checkout.payButton.click();
      await expect(page).toHaveURL(/\/download$/);
      await expect(page.getByText('Thank you.')).toHaveText(
        'Thank you. Your payment is on its way, and PayPal will email you when it arrives. Here is your download.',
      );
      await page.reload();
      await expect(page.getByText('Thank you.')).toContainText('Your payment is on its way');
    });
  });
});
