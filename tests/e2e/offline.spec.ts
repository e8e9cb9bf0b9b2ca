import { problemText } from '../../src/shared/problem-texts/common.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { checkoutPage } from './checkout-page.ts';
import { deep, expect, test } from './fixtures.ts';
import { offlineError } from './page-helpers.ts';

test.beforeEach(({ allowConsoleErrors }) => {
  allowConsoleErrors(offlineError);
  allowConsoleErrors(/Error hydrating|Failed to fetch dynamically|PayPal[^]* at /);
});

test(
  'forms without a connection stay in the page with their text, and are sent later',
  deep,
  async ({ page, context }) => {
    await test.step('a withdrawal', async () => {
      await page.goto('/withdraw');
      await pageScriptHasRun(page);
      await context.setOffline(true);
      await page.getByLabel('Your name').fill('Carl Sample');
      await page.getByLabel('Order number').fill('ORDER1');
      await page.getByLabel('Email').fill('carl@mail.example');
      await page.locator('main form button').click();
      await expect(page.locator('main form').getByRole('alert')).toHaveText(problemText('connection-lost'));
      await expect(page.getByLabel('Your name')).toHaveValue('Carl Sample');
      await context.setOffline(false);
    });
    const form = page.locator('form.newsletter');
    const failed = 'Failed to subscribe. Please try again.';
    await test.step('the newsletter, in a browser that does not know that it is offline', async () => {
      await page.goto('/');
      await pageScriptHasRun(page);
      await page.route('**/*', (route) => route.abort('internetdisconnected'));
      await form.getByLabel('Email').fill('reader@mail.example');
      await form.getByRole('button').click();
      await expect(form.getByRole('status')).toHaveText(failed);
      await expect(form.getByLabel('Email')).toHaveValue('reader@mail.example');
      await page.unrouteAll();
    });
    await test.step('the newsletter, which is sent later', async () => {
      await page.goto('/');
      await pageScriptHasRun(page);
      await context.setOffline(true);
      const email = `reader-${crypto.randomUUID()}@example.com`;
      await form.getByLabel('Email').fill(email);
      for (let press = 0; press < 2; press += 1) {
        await form.getByRole('button').click();
        await expect(form.getByRole('status')).toHaveText(failed);
        await expect(form.getByLabel('Email')).toHaveValue(email);
      }
      await context.setOffline(false);
      await form.getByRole('button').click();
      await expect(page.getByRole('status').filter({ hasText: 'Successfully subscribed' })).toBeVisible();
    });
  },
);

test(
  'a plan chosen offline before the checkout loads can be tried again',
  deep,
  async ({ page, context }) => {
    await page.goto('/buy');
    await pageScriptHasRun(page);
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
  },
);
