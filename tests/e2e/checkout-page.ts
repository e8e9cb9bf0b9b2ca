import type { Page } from '@playwright/test';

/** Where the provider's script is asked for. */
export const sdk = '**/sdk/js?*';

/** An SDK script that offers `Buttons` as written, in the provider's place. */
export const sdkWith = (buttons: string) => `window.paypal = { Buttons: ${buttons} };`;

export type Verdict = 'Approve' | 'Cancel' | 'Decline' | 'Capture fails';

/** The buy page as a buyer uses it. */
export const checkoutOn = (page: Page) => {
  const code = page.getByLabel('Affiliate code');
  const pay = page.getByRole('button', { name: 'Pay with PayPal' });
  return {
    code,
    codeStatus: page.locator('.code-status'),
    alert: page.locator('.checkout .notice[role=alert]'),
    payButton: pay,

    async choose(plan: 'Basic' | 'Annual Subscription'): Promise<void> {
      await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check();
    },

    /** Presses the payment button and gives the provider's window. */
    async openWindow(): Promise<Page> {
      const opened = page.waitForEvent('popup');
      await pay.click();
      return opened;
    },

    /** Pays as `buyer` and presses a button of the provider's window. */
    async decide(verdict: Verdict, buyer = 'buyer@example.com'): Promise<void> {
      const opened = await this.openWindow();
      await opened.getByLabel("Buyer's email").fill(buyer);
      // The window may close itself before the click is acknowledged.
      await opened
        .getByRole('button', { name: verdict })
        .click()
        .catch((error: unknown) => {
          if (!opened.isClosed()) throw error;
        });
    },
  };
};

/** Buttons that draw one plain button. Each press does the next of `acts` with the site's options, the last one again. */
const oneButton = (acts: readonly string[]) =>
  sdkWith(`(options) => ({
    isEligible: () => true,
    close: () => Promise.resolve(),
    updateProps: () => Promise.resolve(),
    render: (container) => {
      const button = document.createElement('button');
      button.textContent = 'Pay with PayPal';
      const acts = [${acts.map((act) => `async () => { ${act} }`).join(', ')}];
      button.onclick = () => {
        window.presses = (window.presses ?? 0) + 1;
        return acts[Math.min(window.presses, acts.length) - 1]();
      };
      container.append(button);
      return Promise.resolve();
    },
  })`);

/** The checkout of a plan with one plain button. Each press does the next of `acts` with the site's options. */
export const checkoutWith = async (
  page: Page,
  acts: string | readonly string[],
  plan: 'Basic' | 'Annual Subscription' = 'Basic',
) => {
  await page.route(sdk, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: oneButton([acts].flat()) }),
  );
  await page.goto('/buy');
  const checkout = checkoutOn(page);
  await checkout.choose(plan);
  return checkout;
};

/** Makes the tab forget the last payment, after which the checkout asks before another one. */
export const forgetPayment = (page: Page): Promise<void> =>
  page.evaluate(() => {
    sessionStorage.clear();
  });
