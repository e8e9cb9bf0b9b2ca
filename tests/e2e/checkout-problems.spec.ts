import { pageScriptHasRun } from '../browsers/page-script.ts';
import { checkoutPage } from './checkout-page.ts';
import { expectAccessibleOnPhone } from './expect-accessible.ts';
import { deep, expect, test } from './fixtures.ts';

test.describe('the checkout', () => {
  test(
    'requests a lost script of the buttons again at Try again and with another plan',
    deep,
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_FAILED|Failed to fetch dynamically/);
      await page.route('**/_astro/PaymentButtons*', (route) => route.abort(), { times: 2 });
      await page.goto('/buy');
      const checkout = checkoutPage(page);
      await checkout.choose('Basic');
      await expect(checkout.alert).toHaveText('Failed to display payment options.');
      await page.getByLabel('Name').fill('Robin');
      await checkout.choose('Annual Subscription');
      // Some browsers cache a failed import, so the notice asks for a refresh.
      await expect(checkout.alert).toHaveText('PayPal SDK failed to load properly. Please refresh the page.');
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(page.locator('section.checkout')).toBeFocused();
      await expect(checkout.payButton).toBeVisible();
      await expect(checkout.alert).toHaveText('');
      await expect(page.getByLabel('Name')).toHaveValue('Robin');
    },
  );

  test(
    'asks for a refresh while its own script does not load, as after a deploy',
    deep,
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
      const refresh = page.getByText('PayPal SDK failed to load properly. Please refresh the page.');
      const script = '**/_astro/Checkout*';
      await page.route(script, (route) => route.abort());
      await page.goto('/buy');
      await pageScriptHasRun(page);
      await page.getByRole('radio', { name: /^Basic/ }).check();
      await expect(refresh).toBeVisible();
      await page.unroute(script);
      await page.goto('/');
      await page.goto('/buy');
      await checkoutPage(page).choose('Basic');
      await expect(refresh).toBeHidden();
    },
  );

  test('warns about an invalid email, and asks before another payment', async ({ page, rows }) => {
    const name = `Robin ${crypto.randomUUID()}`;
    await page.goto('/buy');
    const checkout = checkoutPage(page);
    const notice = page.locator('main > .notice, main .notice[data-kind=success]').first();
    await expect(notice).toBeHidden();
    await checkout.choose('Basic');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill('röbin@mail.example');
    await page.getByLabel('Name').focus();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
    // The body is gone once the page navigates.
    const order = page
      .waitForResponse(/\/v2\/checkout\/orders$/)
      .then((response) => response.json() as Promise<{ id: string }>);
    await checkout.decide('Approve');
    const { id } = await order;
    await expect(page).toHaveURL(/\/download$/);
    await expect(page.locator('.confirmation')).toContainText(id);
    await expect
      .poll(() => rows('select name, email from customers where name = $1', [name]))
      .toEqual([{ name, email: null }]);
    await page.goBack();
    await expect(page).toHaveURL(/\/buy$/);
    const text = `You’ve just paid. There’s no need to pay again. Order number: ${id}`;
    const question = page.locator('.pay-again');
    await expect(notice).toContainText(text);
    await checkout.choose('Basic');
    await expect(question).toContainText(text);
    await expect(question).toContainText('Do you want to make another payment?');
    await expect(checkout.payButton).toHaveCount(0);
    await expectAccessibleOnPhone(page);
    await test.step('after a reload', async () => {
      await page.reload();
      await expect(notice).toContainText(text);
      await expect(page.getByRole('link', { name: 'Go to your download' })).toHaveAttribute(
        'href',
        '/download',
      );
      await checkout.choose('Basic');
      await expect(checkout.payButton).toHaveCount(0);
      await question.getByRole('button', { name: 'Pay again' }).press('Enter');
      await expect(checkout.payButton).toBeVisible();
      await expect(page.locator('section.checkout')).toBeFocused();
    });
  });
});
