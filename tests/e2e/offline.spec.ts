import { problemText } from '../../src/shared/problem-texts/common.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { checkoutPage } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';
import { offlineError } from './page-helpers.ts';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(offlineError);
  allowConsoleErrors(/Error hydrating|Failed to fetch dynamically|PayPal[^]* at /);
});

test('a newsletter sign-up without a connection stays in the page, and is sent later', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await pageScriptHasRun(page);
  await context.setOffline(true);
  const form = page.locator('form.newsletter');
  const email = `reader-${crypto.randomUUID()}@example.com`;
  await form.getByLabel('Email').fill(email);
  for (let press = 0; press < 2; press += 1) {
    await form.getByRole('button').click();
    await expect(form.getByRole('status')).toHaveText('Failed to subscribe. Please try again.');
    await expect(form.getByLabel('Email')).toHaveValue(email);
  }
  await context.setOffline(false);
  await form.getByRole('button').click();
  await expect(page.getByRole('status').filter({ hasText: 'Successfully subscribed' })).toBeVisible();
});

test('a sign-up stays in the page when the browser does not know that it is offline', async ({ page }) => {
  await page.goto('/');
  await pageScriptHasRun(page);
  await page.route('**/*', (route) => route.abort('internetdisconnected'));
  const form = page.locator('form.newsletter');
  await form.getByLabel('Email').fill('reader@mail.example');
  await form.getByRole('button').click();
  await expect(form.getByRole('status')).toHaveText('Failed to subscribe. Please try again.');
  await expect(form.getByLabel('Email')).toHaveValue('reader@mail.example');
});

test('a withdrawal without a connection stays in the page with its text', async ({ page, context }) => {
  await page.goto('/withdraw');
  await pageScriptHasRun(page);
  await context.setOffline(true);
  await page.getByLabel('Your name').fill('Carl Sample');
  await page.getByLabel('Order number').fill('ORDER1');
  await page.getByLabel('Email').fill('carl@mail.example');
  await page.locator('main form button').click();
  await expect(page.locator('main form').getByRole('alert')).toHaveText(problemText('connection-lost'));
  await expect(page.getByLabel('Your name')).toHaveValue('Carl Sample');
});

for (const moment of ['before', 'after'] as const)
  test(`a plan chosen offline ${moment} the checkout loads can be tried again`, async ({ page, context }) => {
    await page.goto(moment === 'before' ? '/buy' : '/buy?ref=ada0001');
    await pageScriptHasRun(page);
    if (moment === 'after') await expect(page.locator('.purchase')).toBeVisible();
    if (moment === 'after') await expect(page.locator('astro-island[hydrated]:not([ssr])')).toHaveCount(1);
    await context.setOffline(true);
    const checkout = checkoutPage(page);
    await checkout.choose('Basic');
    const retry = page.getByRole('button', { name: 'Try again' });
    for (let press = 0; press < 2; press += 1) {
      await expect(
        page.getByText('Failed to load PayPal. Please check your internet connection.'),
      ).toBeVisible();
      await retry.click();
    }
    await expect(retry).toBeVisible();
    await context.setOffline(false);
    await retry.click();
    await expect(checkout.payButton).toBeVisible();
    await expect(page.getByText('Failed to load PayPal.')).toHaveCount(0);
  });
