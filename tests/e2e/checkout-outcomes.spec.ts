import { openCheckoutWithButton } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

const reportsClosedWindow = `for (const message of ['Detected popup close', 'Window is closed, can not determine type'])
  options.onError({ message });`;
const reportsFailure = `button.textContent = 'Pay with PayPal'; options.onError({ message: 'no' });`;
const startsOrder = `void options.createOrder({}, { order: { create: () => new Promise(() => undefined) } });`;

/** Approves an order. PayPal's `capture` returns `answer`. */
function approves(answer: string) {
  return `await options.onApprove({ orderID: 'X' }, { order: { capture: () => ${answer} } });`;
}

test('the checkout shows the failure of PayPal until the next try or another plan; a closed window and a declined card are no failure', async ({
  page,
}) => {
  const declinedCard = `const actions = { restart: () => button.textContent = 'restarted',
      order: { capture: () => Promise.resolve({ details: [{ issue: 'INSTRUMENT_DECLINED' }] }) } };
    await options.onApprove({ orderID: 'X' }, actions);`;
  const failures = [
    [
      'the order cannot be created',
      'Basic',
      `try { await options.createOrder({}, { order: { create: () => Promise.reject(new Error('500')) } }); }
       catch (error) { options.onError(error); }`,
      'Error occurred during payment process.',
    ],
    [
      'an approved subscription has no id',
      'Annual Subscription',
      `await options.onApprove({ orderID: 'X', subscriptionID: null }, {});`,
      'Error processing your subscription. Please try again.',
    ],
    [
      'the capture is refused',
      'Basic',
      approves(`Promise.resolve({ status: 'VOIDED' })`),
      'Payment capture failed. Please try again.',
    ],
  ] as const;
  const checkout = await openCheckoutWithButton(page, [
    `${reportsClosedWindow} button.textContent = 'reported';`,
    declinedCard,
    reportsFailure,
    startsOrder,
    reportsFailure,
    reportsClosedWindow,
    ...failures.map(([, , act]) => act),
    approves(`Promise.reject(new Error('Failed to fetch'))`),
    `${startsOrder} setTimeout(() => (button.textContent = 'started'), 100);`,
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
  for (const [what, plan, , text] of failures)
    await test.step(what, async () => {
      await checkout.choose(plan);
      await checkout.payButton.click();
      await expect(checkout.alert).toHaveText(text);
      await expect(page).toHaveURL(/\/buy$/);
      await checkout.choose(plan === 'Basic' ? 'Annual Subscription' : 'Basic');
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

test('the checkout blocks another payment while one completes; a pending payment leads to /download with its text', async ({
  page,
}) => {
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
