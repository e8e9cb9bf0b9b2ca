import { checkoutOn } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

test('tells a malformed code in the address as one, and takes a correct one instead', async ({ page }) => {
  await page.goto('/buy?ref=ada%200001');
  const checkout = checkoutOn(page);
  await checkout.choose('Basic');
  await expect(checkout.code).toHaveValue('ada 0001');
  await expect(checkout.codeStatus).toHaveText('Invalid code');
  await checkout.code.fill('ada0001');
  await expect(checkout.codeStatus).toHaveText('Valid code');
});

test('keeps the code of an earlier click when an address has none that could be one', async ({ page }) => {
  await page.goto('/?ref=ada0001');
  await page.goto('/buy?ref=pia0002.');
  const checkout = checkoutOn(page);
  await checkout.choose('Basic');
  await expect(checkout.code).toHaveValue('ada0001');
  await expect(checkout.codeStatus).toHaveText('Valid code');
});

test('takes the code of a click in another tab, until one is typed', async ({ page, context }) => {
  const clickElsewhere = async (code: string) => {
    const other = await context.newPage();
    await other.goto(`/?ref=${code}`);
    await other.close();
    // Pages of a browser without a screen are always visible.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await page.goto('/buy');
  const checkout = checkoutOn(page);
  await checkout.choose('Basic');
  await expect(checkout.code).toHaveValue('');
  await clickElsewhere('pia0002');
  await expect(checkout.code).toHaveValue('pia0002');
  await clickElsewhere('ada0001');
  await expect(checkout.code).toHaveValue('ada0001');
  await expect(checkout.codeStatus).toHaveText('Valid code');
  await checkout.code.fill('');
  await clickElsewhere('pia0002');
  await expect(checkout.code).toHaveValue('');
});

test('checks a code again once the connection is back', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/ERR_FAILED/);
  await page.route('**/validate/ada0001', (route) => route.abort(), { times: 1 });
  await page.goto('/buy?ref=ada0001');
  const checkout = checkoutOn(page);
  await checkout.choose('Basic');
  await expect(checkout.codeStatus).toHaveText('Invalid code');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(checkout.codeStatus).toHaveText('Valid code');
});

test('a check that nobody answers in time counts as failed, until its answer comes', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/validate/ada0001', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/buy?ref=ada0001');
  const checkout = checkoutOn(page);
  const asked = page.waitForRequest('**/validate/ada0001');
  await checkout.choose('Basic');
  await asked;
  await expect(checkout.codeStatus).toHaveText('Checking...');
  await page.clock.fastForward(30_000);
  await expect(checkout.codeStatus).toHaveText('Invalid code');
  release();
  await expect(checkout.codeStatus).toHaveText('Valid code');
});
