import type { Page } from '@playwright/test';
import { uniqueEmail } from './accounts/firebase-accounts.ts';

/** URL of PayPal's SDK script. */
export const sdkUrl = '**/sdk/js?*';

/** An SDK script with the given `Buttons`, in place of PayPal's. */
export function sdkScript(buttons: string) {
  return `window.paypal = { Buttons: ${buttons} };`;
}

export type PaymentChoice = 'Approve' | 'Cancel' | 'Decline' | 'Capture fails';

/** The controls of the checkout on /buy. */
export function checkoutPage(page: Page) {
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

    /** Presses the payment button and returns PayPal's window. */
    async openWindow(): Promise<Page> {
      const newPage = page.waitForEvent('popup');
      await pay.click();
      return newPage;
    },

    /** Enters the buyer's email in PayPal's window and presses a button there. By default, each purchase has a new buyer. */
    async decide(verdict: PaymentChoice, buyer = uniqueEmail()): Promise<void> {
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
}

/** SDK script that draws one plain button. Each press runs the next of `acts` with the site's options; the last one repeats. */
function buttonScript(acts: readonly string[]) {
  return sdkScript(`(options) => ({
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
}

/** Opens the checkout of a plan with one plain button. Each press runs the next of `acts` with the site's options. */
export async function openCheckoutWithButton(
  page: Page,
  acts: string | readonly string[],
  plan: 'Basic' | 'Annual Subscription' = 'Basic',
) {
  await page.route(sdkUrl, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: buttonScript([acts].flat()) }),
  );
  await page.goto('/buy');
  const checkout = checkoutPage(page);
  await checkout.choose(plan);
  return checkout;
}
