import { checkoutPage } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

test('the checkout takes the code of the last click until the buyer edits the field', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|status of 503/);
  const checkout = checkoutPage(page);
  await test.step('a link tagged by another site keeps the code of an earlier click', async () => {
    await page.goto('/?ref=ada0001');
    await page.evaluate(() => window.referral);
    await page.goto('/buy?ref=producthunt');
    await checkout.choose('Basic');
    await expect(checkout.code).toHaveValue('ada0001');
    await expect(checkout.codeStatus).toHaveText('Valid code');
  });
  await test.step('a click in another tab, until the buyer edits the field', async () => {
    await context.clearCookies();
    await page.goto('/buy');
    const otherTab = await context.newPage();
    const clickElsewhere = async (code: string) => {
      await otherTab.goto(`/?ref=${code}`);
      await otherTab.evaluate(() => window.referral);
      // Pages of a headless browser are always visible.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    };
    await checkout.choose('Basic');
    await expect(checkout.code).toHaveValue('');
    await expect(checkout.code).toBeVisible();
    await clickElsewhere('ada0001');
    await expect(checkout.code).toHaveValue('ada0001');
    await expect(checkout.codeStatus).toHaveText('Valid code');
    await checkout.code.fill('');
    await clickElsewhere('pia0002');
    await expect(checkout.code).toHaveValue('');
    await expect(checkout.code).toBeVisible();
    await otherTab.close();
  });
  await test.step('a click counts while the API fails, unless a code is remembered', async () => {
    await context.clearCookies();
    await page.route('**/api/referral', (route) => route.abort(), { times: 1 });
    await page.goto('/?ref=pia0002');
    const remembered = () => page.evaluate(() => document.cookie);
    await expect.poll(remembered).toContain('affiliate_code=pia0002');
    await page.route('**/api/referral', (route) => route.fulfill({ status: 503 }), { times: 1 });
    const responseReceived = page.waitForResponse('**/api/referral');
    await page.goto('/?ref=ada0001');
    await responseReceived;
    expect(await remembered()).toContain('affiliate_code=pia0002');
  });
});
