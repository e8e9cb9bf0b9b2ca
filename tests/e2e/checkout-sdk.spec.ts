import type { Page } from '@playwright/test';
import { checkoutPage, sdkUrl, sdkScript } from './checkout-page.ts';
import { deep, expect, test } from './fixtures.ts';
import { holdRequests } from './page-helpers.ts';

/** Holds PayPal's script back until `release`. `loads` are the queries of its requests. */
async function holdSdkScript(page: Page) {
  const loads: URLSearchParams[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(sdkUrl, async (route) => {
    loads.push(new URL(route.request().url()).searchParams);
    await held;
    await route.continue();
  });
  const intents = () => loads.map((load) => load.get('intent'));
  return {
    loads,
    intents,
    release: () => {
      release(undefined);
    },
  };
}

test.describe('the PayPal SDK', () => {
  test(
    'that fails shows its failure, and is loaded again when the plan’s type changes',
    deep,
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_FAILED|(?:PayPal|Buttons)[^]* at /);
      const checkout = checkoutPage(page);
      const loading = page.getByText('Loading payment options...');
      await test.step('the checkout appears with the choice of a plan, also before its script loads', async () => {
        const heldScript = await holdRequests(page, '**/_astro/Checkout*');
        await page.goto('/buy');
        await expect(page.locator('section.checkout')).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Download Now' })).toHaveAttribute('href', '/download');
        await page.route(sdkUrl, (route) => route.abort(), { times: 1 });
        await checkout.choose('Annual Subscription');
        heldScript.release();
        await expect(page.locator('.checkout-summary')).toContainText('Annual Subscription');
        await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked();
        await expect(checkout.alert).toHaveText(
          'Failed to load PayPal. Please check your internet connection.',
        );
      });
      await test.step('an SDK that is empty or cannot draw', async () => {
        const refresh = 'PayPal SDK failed to load properly. Please refresh the page.';
        const notDrawn = 'Failed to display payment options.';
        // Each change of the plan loads the script again.
        const plans = ['Basic', 'Annual Subscription'] as const;
        for (const [place, [body, text]] of (
          [
            ['window.paypal = {};', refresh],
            [sdkScript(`() => ({ isEligible: () => false, close: () => Promise.resolve() })`), notDrawn],
            [
              sdkScript(`({ onError }) => ({
            isEligible: () => true,
            close: () => Promise.resolve(),
            render: async () => { onError({ message: 'Failed to render' }); },
          })`),
              notDrawn,
            ],
          ] as const
        ).entries()) {
          await page.route(sdkUrl, (route) => route.fulfill({ contentType: 'text/javascript', body }));
          await checkout.choose(plans[place % 2] ?? 'Basic');
          await expect(checkout.alert).toHaveText(text);
          await expect(loading).toHaveCount(0);
          await page.unroute(sdkUrl);
        }
      });
      const { loads, release } = await holdSdkScript(page);
      await checkout.choose('Annual Subscription');
      await expect(loading).toBeVisible();
      release();
      await expect(checkout.payButton).toBeVisible();
      await expect(loading).toHaveCount(0);
      await checkout.choose('Basic');
      await expect.poll(() => loads.length).toBe(2);
      await expect(checkout.payButton).toBeVisible();
      expect(loads.map((load) => [load.get('intent'), load.get('vault')])).toEqual([
        ['subscription', 'true'],
        ['capture', null],
      ]);
      // The earlier scripts are removed, and the last one can pay.
      await expect(page.locator('script[src*="/sdk/js"]')).toHaveAttribute('src', /intent=capture/);
      await checkout.decide('Approve');
      await expect(page).toHaveURL(/\/download$/);
    },
  );

  test('that loads late shows its failure, and draws when it arrives', deep, async ({ page }) => {
    const { intents, release } = await holdSdkScript(page);
    await page.clock.install();
    await page.goto('/buy');
    const checkout = checkoutPage(page);
    const loading = page.getByText('Loading payment options...');
    const asked = { Basic: ['capture'], 'Annual Subscription': ['capture', 'subscription'] };
    for (const plan of ['Basic', 'Annual Subscription'] as const) {
      await checkout.choose(plan);
      await expect.poll(intents).toEqual(asked[plan]);
      await expect(loading).toBeVisible();
      await expect(checkout.alert).toHaveText('');
      await page.clock.fastForward(30_000);
      await expect(checkout.alert).toHaveText('PayPal SDK failed to load properly. Please refresh the page.');
      await expect(loading).toHaveCount(0);
    }
    release();
    await expect(checkout.payButton).toBeVisible();
    await expect(checkout.alert).toHaveText('');
  });
});
