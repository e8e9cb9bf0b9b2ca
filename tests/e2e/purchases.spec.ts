import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { offer } from '../../src/shared/offer.ts';
import { changeAccount, createAccount, uniqueEmail } from './accounts/firebase-accounts.ts';
import { signIn } from './accounts/sign-in.ts';
import { checkoutPage } from './checkout-page.ts';
import { expectAccessible, expectAccessibleOnPhone, expectFitsPhone } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { mailTo } from './mail.ts';
import { insertPurchase } from './purchase-rows.ts';

/** A task takes at most so many presses, from the open page on. The mail's own button is not one of them. */
const MAX_PRESSES = 4;

/** Subscribes on /buy with a PayPal account of this address. */
async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto('/buy');
  const checkout = checkoutPage(page);
  await checkout.choose('Annual Subscription');
  await checkout.decide('Approve', email);
  await mailTo(email, 'Your receipt from Kithbook');
}

/** Uses a page by keyboard alone, and counts the pressed controls. */
function keyboardOn(page: Page) {
  let presses = 0;
  async function moveTo(control: Locator): Promise<void> {
    await expect(control).toBeVisible();
    for (let tabs = 0; tabs < 80; tabs += 1) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The Tab key does not reach ${String(control)}`);
  }
  return {
    moveTo,
    press: async (control: Locator): Promise<void> => {
      await moveTo(control);
      await page.keyboard.press('Enter');
      presses += 1;
    },
    /** Expects that the task took few presses. Later presses count from `from`. */
    expectFewPresses: (from: number): void => {
      expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
      presses = from;
    },
  };
}

/** Asks for a link by keyboard, and returns the address of the button in the mail. */
async function requestLink(page: Page, keyboard: ReturnType<typeof keyboardOn>, email: string) {
  await page.goto('/purchases');
  await keyboard.moveTo(page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(email);
  await keyboard.press(page.getByRole('button', { name: 'Send me a link' }));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.locator('main')).toContainText(
    `If there are purchases under ${email}, we’ve sent a link.`,
  );
  const { links } = await mailTo(email, 'Your Kithbook purchases');
  return links.find((link) => link.includes('/purchases#')) ?? '';
}

/** Opens the purchases with a link of a mail, which opens a new page. */
async function openPurchases(page: Page, keyboard: ReturnType<typeof keyboardOn>, link: string) {
  await page.goto('about:blank');
  await page.goto(link);
  expect(new URL(page.url()).hash).toBe('');
  await keyboard.press(page.getByRole('button', { name: 'See my purchases' }));
}

const listHeading = (page: Page, email: string) =>
  page.getByRole('heading', { name: `Purchases made with ${email}` });

test.describe('a buyer on a phone, by keyboard alone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('finds, reads and cancels a subscription, in four presses each', async ({
    page,
    rows,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (404|409|422)/);
    const email = uniqueEmail();
    await subscribe(page, email);
    const keyboard = keyboardOn(page);
    const link = await requestLink(page, keyboard, email);
    const card = page.getByRole('article', { name: 'Annual Subscription' });

    await test.step('finds it', async () => {
      await openPurchases(page, keyboard, link);
      await expect(listHeading(page, email)).toBeFocused();
      await expect(card).toContainText(/Renews on \w+ \d+, \d{4}/);
      await expectAccessible(page);
    });
    await test.step('opens the receipt, and comes back without another link', async () => {
      await keyboard.press(card.getByRole('link', { name: /^Receipt for/ }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
      await expect(page.locator('main')).toContainText('$49.99');
      await expect(page.locator('main')).toContainText(email);
      await expectAccessibleOnPhone(page);
      keyboard.expectFewPresses(2);
      await page.getByRole('link', { name: 'Back to your purchases' }).press('Enter');
      await expect(listHeading(page, email)).toBeVisible();
    });
    await test.step('names a company on a receipt, which stays one printed page', async () => {
      const dialog = page.getByRole('dialog', { name: /^Company on the receipt dated / });
      const open = () =>
        page
          .getByRole('button', { name: /^Add a company for / })
          .first()
          .press('Enter');
      const save = () => dialog.getByRole('button', { name: 'Save' }).press('Enter');
      await open();
      await expect(dialog.getByLabel('Company or name')).toBeFocused();
      await dialog.getByLabel('VAT number').fill('SL 123');
      await save();
      await expect(dialog.getByText('Enter a company or a name')).toBeVisible();
      await expect(dialog.getByLabel('Company or name')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await open();
      await expect(dialog.getByLabel('VAT number')).toHaveValue('SL 123');
      await dialog.getByLabel('Company or name').fill('Choirs Ltd');
      await dialog.getByLabel('Address').fill('1\n2\n3\n4\n5\n6\n7\n8');
      await save();
      await expect(page.getByText('Choirs Ltd')).toBeVisible();
      await page
        .getByRole('link', { name: /^Receipt for/ })
        .first()
        .click();
      await expect(page.locator('main')).toContainText(/Version\s*2, dated/);
      const pdf = await page.pdf({ format: 'Letter' });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
      await page.getByRole('link', { name: 'Back to your purchases' }).click();
      await expect(listHeading(page, email)).toBeVisible();
    });
    await test.step('downloads and copies the license, and finds the newest version of a year that is over', async () => {
      const download = page.waitForEvent('download');
      await card.getByRole('link', { name: 'Download license' }).press('Enter');
      const license = await readFile(await (await download).path(), 'utf8');
      expect(license).toContain('BEGIN KITHBOOK LICENSE');
      await card.getByRole('button', { name: 'Copy license' }).press('Enter');
      await expect(card.getByRole('button', { name: 'Copied license' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(license);
      await rows("update licenses set covers_until = '2025-12-31' where text = $1", [license]);
      await page.reload();
      await expect(card.getByText('The newest version that it covers is')).toBeVisible();
      await expect(card.getByRole('link', { name: 'Mac ZIP' })).toHaveAttribute(
        'href',
        '/dist/Kithbook-1.0-mac.zip',
      );
    });
    await test.step('cannot erase their data while the subscription would renew', async () => {
      await keyboard.press(page.getByRole('button', { name: 'Erase my data' }));
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('We keep the payments');
      await expectFitsPhone(page);
      await keyboard.press(dialog.getByRole('button', { name: 'Erase my data' }));
      await expect(page.getByText('Cancel your subscription first.')).toBeVisible();
      keyboard.expectFewPresses(2);
    });
    await test.step('cancels', async () => {
      await keyboard.press(page.getByRole('button', { name: 'Cancel subscription' }));
      const dialog = page.getByRole('dialog', { name: 'Cancel your Annual Subscription?' });
      await expect(dialog).toContainText(/It runs until \w+ \d+, \d{4}/);
      await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await keyboard.press(dialog.getByRole('button', { name: 'Cancel subscription' }));
      await expect(card.getByText(/^Cancelled, runs until/)).toBeVisible();
      await expect(card.getByRole('heading', { level: 3 })).toBeFocused();
      await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeHidden();
      await expect(card.getByRole('link', { name: 'Buy another year' })).toBeVisible();
      await expect(card.getByText(offer.again)).toBeVisible();
      keyboard.expectFewPresses(0);
    });
    await test.step('signs out; the link does not work again', async () => {
      await keyboard.press(page.getByRole('button', { name: 'Sign out' }));
      await expect(page.getByText('You’re signed out.')).toBeVisible();
      await expect(card).toHaveCount(0);
      await page.goto(link);
      await keyboard.press(page.getByRole('button', { name: 'See my purchases' }));
      await expect(page.getByText('This link was already used')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    });
  });

  test('who is signed in needs no link, exports the data and erases it', async ({
    page,
    rows,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of 403/);
    const { uid, email } = await createAccount();
    await changeAccount(uid, { emailVerified: false });
    await insertPurchase(rows, email, ['one-time', 'basic', 'completed']);
    await insertPurchase(rows, email, ['subscription', 'annual', 'active']);
    await signIn(page, email);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/purchases', { waitUntil: 'networkidle' });
    expect(scripts.filter((script) => /libraries|firebase|identity/.test(script))).toEqual([]);
    const useAccount = page.getByRole('button', { name: 'Use my account' });
    await useAccount.click();
    await expect(page.getByText('Please confirm your email address first.')).toBeVisible();
    await changeAccount(uid, { emailVerified: true });
    const keyboard = keyboardOn(page);
    const loading = page.waitForResponse('**/api/portal/purchases');
    await keyboard.press(useAccount);
    await expect(listHeading(page, email)).toBeFocused();
    await expect(page.getByRole('article', { name: 'Basic' })).toContainText('Doesn’t renew');
    expect(scripts.filter((script) => script.includes('firebase'))).toHaveLength(1);
    expect(scripts.filter((script) => script.includes('libraries'))).toEqual([]);

    await test.step('a cancellation that PayPal does not answer at once is shown as waiting, and is sent once', async () => {
      const { purchases } = (await (await loading).json()) as {
        readonly purchases: readonly { readonly type: string }[];
      };
      const subscription = purchases.find(({ type }) => type === 'subscription');
      let calls = 0;
      // tests/api/people/portal/cancel.test.ts has the server's side. A fault of the simulator would reach the purchases of other tests.
      await page.route('**/api/portal/purchases/*/cancel', (route) => {
        calls += 1;
        const cancellation = { state: 'waiting', requested_at: new Date().toISOString() };
        const paid_until = '2030-01-01T00:00:00Z';
        return route.fulfill({ json: { ...subscription, paid_until, renews_at: null, cancellation } });
      });
      await keyboard.press(page.getByRole('button', { name: 'Cancel subscription' }));
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).dblclick();
      await expect(page.getByText('PayPal is slow right now.')).toBeVisible();
      await expect(page.getByText(/^Being cancelled, runs until/)).toBeVisible();
      expect(calls).toBe(1);
    });
    await rows("update purchases set state = 'cancelled' where payer_email = $1 and type = 'subscription'", [
      email,
    ]);
    await test.step('exports', async () => {
      const starting = page.waitForEvent('download');
      await keyboard.press(page.getByRole('button', { name: 'Export my data' }));
      const file = JSON.parse(await readFile(await (await starting).path(), 'utf8')) as {
        email: string;
        purchases: unknown[];
      };
      expect(file.email).toBe(email);
      expect(file.purchases).toHaveLength(2);
      await expect(page.getByText(/^Your data is in the file my-data-[\d-]+\.json\.$/)).toBeVisible();
      keyboard.expectFewPresses(1);
    });
    await test.step('erases', async () => {
      await keyboard.press(page.getByRole('button', { name: 'Erase my data' }));
      await keyboard.press(page.getByRole('dialog').getByRole('button', { name: 'Erase my data' }));
      await expect(page.getByRole('heading', { name: 'Your data is erased' })).toBeFocused();
      keyboard.expectFewPresses(0);
      await page.reload();
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
    });
  });
});
