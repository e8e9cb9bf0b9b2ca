import { goodPassword } from '../accounts/account-screens.ts';
import { uniqueEmail } from '../accounts/firebase-accounts.ts';
import { type BrowserName, deep, expect, test } from './fixtures.ts';
import {
  click,
  expectHidden,
  expectPath,
  expectText,
  expectValue,
  expectVisible,
  fill,
  type Tab,
} from './tab.ts';
import { basicPurchase, selectPurchases } from '../purchase-rows.ts';

/** Registers the journeys for one browser. They share one browser process, so they run one after the other. */
export function describeJourneys(name: BrowserName): void {
  test.describe(name, () => {
    test.describe.configure({ mode: 'default' });

    test(
      'a visitor of a scrolled page subscribes, reloads the checkout, and pays',
      deep,
      async ({ tab, rows }) => {
        const buyer = uniqueEmail();
        await test.step('a page that opens scrolled runs its script', async () => {
          await tab.goto('/affiliate-pitch#tips');
          await expectPageScript(tab);
          await expectValue(tab, 'scrollY > 0', true);
          await click(tab, 'button[data-copy]');
          await expectText(tab, 'button[data-copy]', 'Copied');
        });
        await test.step('the newsletter form subscribes', async () => {
          await tab.goto('/');
          await expectPageScript(tab);
          await fill(tab, 'form.newsletter [name=name]', 'Robin Reader');
          await fill(tab, 'form.newsletter [name=email]', buyer);
          await tab.pressEnter();
          await expectText(
            tab,
            'form.newsletter [role=status]',
            'Successfully subscribed to our newsletter!',
          );
          expect(
            await rows('select name, email from newsletter_subscriptions where email = $1', [buyer]),
          ).toEqual([{ name: 'Robin Reader', email: buyer }]);
        });
        await test.step('a buyer reloads the page after choosing Basic, and pays', async () => {
          await tab.goto('/buy?ref=ada0001');
          await click(tab, '.plan:has([value=basic])');
          // A reload while scripts are still loading makes Firefox log that they failed.
          await expectVisible(tab, '.paypal-buttons');
          await tab.reload();
          // Firefox restores the chosen plan, which hydrates the checkout without another click. WebKit does not restore it.
          if (name === 'WebKit') await click(tab, '.plan:has([value=basic])');
          await expectText(tab, '.checkout-summary', '$59.99');
          await expectText(tab, '.code-status', 'Valid code');
          await pay(tab, buyer);
          await expectText(tab, 'main', 'Thank you. Your payment went through, and here is your download.');
          await expect.poll(() => selectPurchases(rows, buyer)).toEqual([basicPurchase]);
        });
      },
    );

    test('an affiliate signs up, logs out and in; Back shows unfaded pages', deep, async ({ tab, rows }) => {
      const email = uniqueEmail();
      await tab.goto('/signup');
      await fill(tab, 'main [name=email]', email);
      await fill(tab, 'main [name=password]', goodPassword);
      await fill(tab, 'main [name=confirmation]', goodPassword);
      await click(tab, 'main form button[type=submit]');
      await expectPath(tab, '/affiliate-application');
      await expectText(tab, 'main', 'Your affiliate application was submitted.');
      expect(await rows('select email from affiliates where email = $1', [email])).toEqual([{ email }]);
      await click(tab, '[data-log-out]');
      await expectPath(tab, '/');
      await expectSignedOut(tab);

      await tab.goto('/login');
      await fill(tab, 'main [name=email]', email);
      await fill(tab, 'main [name=password]', goodPassword);
      await tab.pressEnter();
      await expectPath(tab, '/affiliate-dashboard');
      await expectDashboard(tab, email);

      await click(tab, '.site-header [href="/vision"]');
      await expectShown(tab, '/vision');
      await tab.back();
      await expectShown(tab, '/affiliate-dashboard');
      await expectDashboard(tab, email);
      await tab.forward();
      await expectShown(tab, '/vision');

      await click(tab, '[data-log-out]');
      await expectShown(tab, '/');
      await expectSignedOut(tab);
      await tab.back();
      await expectShown(tab, '/vision');
      await expectSignedOut(tab);
      await tab.forward();
      await expectShown(tab, '/');
      await expectSignedOut(tab);
    });
  });
}

/** Waits for the script that runs after the first paint, without any input that would start the script. */
async function expectPageScript(tab: Tab): Promise<void> {
  await expectValue(tab, "document.documentElement.dataset.fonts === ''", true);
}

/** Waits for the dashboard and its calls: Firefox logs an error for a call that a navigation aborts. */
async function expectDashboard(tab: Tab, email: string): Promise<void> {
  await expectText(tab, '.account-bar', email);
  const answered =
    "performance.getEntriesByType('resource').filter(({ name }) => /affiliates\\/payout$/.test(name))";
  await expectValue(tab, `${answered}.length >= 1`, true);
}

/** Waits for a page at its full opacity: a click on a link fades the left page out. */
async function expectShown(tab: Tab, path: string): Promise<void> {
  await expectPath(tab, path);
  await expectValue(
    tab,
    "[document.documentElement, document.body, document.querySelector('main')].map((part) => getComputedStyle(part).opacity)",
    ['1', '1', '1'],
  );
}

async function expectSignedOut(tab: Tab): Promise<void> {
  await expectVisible(tab, '.site-header [href="/login"]');
  await expectHidden(tab, '[data-log-out]');
}

/** Approves the payment in the simulator's popup, and waits for the download page. */
async function pay(tab: Tab, buyer: string): Promise<void> {
  await click(tab, '.paypal-buttons >>> button.paypal');
  const popup = await tab.popup();
  await fill(popup, '[name=email]', buyer);
  await click(popup, 'button[value=pay]');
  await expectPath(tab, '/download');
}
