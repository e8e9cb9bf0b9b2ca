import { readFile } from 'node:fs/promises';
import { checkoutPage } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';
import { annualPurchase, basicPurchase, selectPurchases } from './purchase-rows.ts';

function uniqueBuyer() {
  return `buyer-${crypto.randomUUID()}@example.com`;
}

test.describe('a purchase', () => {
  test('leads from an affiliate’s link through the checkout to download and commission', async ({
    page,
    context,
    rows,
  }) => {
    const buyer = uniqueBuyer();
    await page.goto('/?ref=ADA0001');
    await page.evaluate(() => window.referral);
    const cookie = (await context.cookies()).find(({ name }) => name === 'affiliate_code');
    expect(cookie).toMatchObject({ value: 'ada0001', path: '/', sameSite: 'Lax' });
    expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeCloseTo(60 * 24 * 60 * 60 + 1, -2);

    await page.getByRole('link', { name: 'Get Started Now' }).click();
    await expect(page).toHaveURL(/\/buy$/);
    const checkout = checkoutPage(page);
    await checkout.choose('Basic');
    await expect(page.locator('.checkout-summary')).toContainText('Basic');
    await expect(page.locator('.checkout-summary')).toContainText('$59.99');
    await expect(checkout.codeStatus).toHaveText('Valid code');
    await page.locator('.checkout').getByLabel('Name').fill('Robin Reader');
    await page.locator('.checkout').getByLabel('Email').fill(buyer);
    const begun = page.waitForRequest(/\/api\/counts\/payment-begun\?of=basic$/);
    await checkout.decide('Approve', buyer);
    await begun;

    await expect(page).toHaveURL(/\/download$/);
    const thanks = page.getByText('Thank you. Your payment went through, and here is your download.');
    await expect(thanks).toBeVisible();
    await test.step('the confirmation has plan, amount and order number, and survives a reload', async () => {
      await page.reload();
      await expect(thanks).toBeVisible();
      const confirmation = page.locator('.confirmation');
      await expect(confirmation).toContainText('Basic for one year. It doesn’t renew.');
      await expect(confirmation).not.toContainText('renews every year', { useInnerText: true });
      await expect(confirmation).toContainText('$59.99');
      const order = await confirmation.locator('[data-order]').textContent();
      await expect
        .poll(() => rows('select payer_email, receipt_email from purchases where provider_id = $1', [order]))
        .toEqual([{ payer_email: buyer, receipt_email: buyer }]);
      await confirmation.getByRole('button', { name: 'Copy Order number' }).click();
      await expect(confirmation.getByRole('button', { name: 'Copied Order number' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order);
      const download = page.waitForEvent('download');
      await confirmation.getByRole('link', { name: 'Download your license' }).click();
      expect((await download).suggestedFilename()).toBe('kithbook-license.txt');
      expect(await readFile(await (await download).path(), 'utf8')).toContain(`Order: ${order ?? ''}`);
      await expect(page.getByRole('link', { name: 'choose a plan' })).toBeHidden();
    });
    await expect.poll(() => selectPurchases(rows, buyer)).toEqual([basicPurchase]);
    await expect
      .poll(() => rows('select name, email from customers where email = $1', [buyer]))
      .toEqual([{ name: 'Robin Reader', email: buyer }]);
  });

  test('of the subscription with a typed code, which wins over the link’s', async ({ page, rows }) => {
    const buyer = uniqueBuyer();
    const requests: string[] = [];
    page.on('request', (request) => {
      const code = /validate\/(.*)$/.exec(request.url())?.[1];
      if (code) requests.push(code);
    });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/buy?ref=pia0002');
    const checkout = checkoutPage(page);
    await checkout.choose('Annual Subscription');
    await expect(page.locator('.checkout-summary')).toContainText('$49.99');
    await test.step('price, terms, the receipt’s address and a button are on one phone screen', async () => {
      const card = page.locator('.checkout-card');
      for (const part of [
        card.locator('.checkout-summary'),
        card.locator('.payment-terms'),
        card.getByLabel('Email'),
        checkout.payButton,
      ])
        await expect(part).toBeInViewport({ ratio: 1 });
      const terms = page.locator('.payment-terms');
      await expect(terms).toContainText('Renews every year at $49.99 until you cancel.');
      for (const [name, target] of [
        ['How to cancel', '/terms#how-to-cancel'],
        ['Refunds', '/terms#refunds'],
        ['Terms', '/terms'],
      ] as const)
        await expect(terms.getByRole('link', { name, exact: true })).toHaveAttribute('href', target);
    });
    await test.step('the typed code wins', async () => {
      await expect(checkout.code).toHaveValue('pia0002');
      await expect(checkout.codeStatus).toHaveText('Invalid code');
      await checkout.code.fill('');
      await expect(checkout.codeStatus).toHaveText('');
      requests.length = 0;
      await checkout.code.pressSequentially('  ada0001', { delay: 30 });
      await expect(checkout.codeStatus).toHaveText('Checking...');
      await expect(checkout.codeStatus).toHaveText('Valid code');
      expect(requests).toEqual(['ada0001']);
    });
    await checkout.decide('Approve', buyer);
    await expect(page).toHaveURL(/\/download$/);
    await expect(page.getByText('Thank you.')).toHaveText(
      'Thank you. Your subscription is set up, and PayPal will email you about the payment. Here is your download.',
    );
    await expect(page.locator('[data-amount]')).toHaveText('$49.99 per year');
    await expect.poll(() => selectPurchases(rows, buyer)).toEqual([annualPurchase]);
  });

  test('that was cancelled and declined is recorded once', async ({
    page,
    context,
    rows,
    allowConsoleErrors,
  }) => {
    // A closed tab would abort the report, too.
    allowConsoleErrors(/status of 422|ERR_FAILED/);
    const buyer = uniqueBuyer();
    await page.addInitScript(() => {
      const events: unknown[] = [];
      Object.assign(window, { events, gtag: (...event: unknown[]) => events.push(event) });
    });
    await page.route('**/api/purchase/track', (route) => route.abort());
    const requestSent = page.waitForRequest('**/api/affiliates/validate/ada0001');
    await page.goto('/buy?ref=ada0001');
    await requestSent;
    const checkout = checkoutPage(page);
    await checkout.choose('Basic');
    await expect(checkout.codeStatus).toHaveText('Valid code');
    await test.step('a failed capture, and a cancelled purchase', async () => {
      await checkout.decide('Capture fails', buyer);
      await expect(checkout.alert).toHaveText('Payment capture failed. Please try again.');
      await checkout.decide('Cancel', buyer);
      await expect
        .poll(() => page.evaluate(() => Reflect.get(window, 'events') as unknown))
        .toEqual([['event', 'payment_cancelled', { plan: 'basic' }]]);
      await expect(checkout.alert).toHaveText('');
      await expect(page).toHaveURL(/\/buy\?/);
      expect(await selectPurchases(rows, buyer)).toEqual([]);
    });
    await test.step('a declined card, another way to pay, and a tab closed after the approval', async () => {
      const window = await checkout.openWindow();
      await window.getByLabel("Buyer's email").fill(buyer);
      const restartedWindow = context.waitForEvent('page').catch(() => null);
      await window.getByRole('button', { name: 'Decline' }).click();
      const nextWindow =
        (await Promise.race([
          restartedWindow,
          window.waitForSelector('text=Your card was declined').then(() => window),
        ])) ?? window;
      await expect(nextWindow.getByRole('status')).toContainText('Your card was declined');
      await nextWindow.getByLabel("Buyer's email").fill(buyer);
      const captured = page.waitForResponse(
        (response) => response.url().endsWith('/capture') && response.ok(),
      );
      await nextWindow.getByRole('button', { name: 'Approve' }).click();
      await captured;
      await page.close();
      await expect.poll(() => selectPurchases(rows, buyer)).toEqual([basicPurchase]);
    });
  });
});
