import { checkoutPage } from './checkout-page.ts';
import { expectAccessibleOnPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

test('the checkout warns about an invalid email, and asks before another payment', async ({ page, rows }) => {
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
