import { checkoutOn } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

test('a code is taken from a link that others tagged, changed or added to, and from a click while the API fails', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|status of 503/);
  await test.step('a link tagged by another site keeps the code of an earlier click', async () => {
    await page.goto('/?ref=ada0001');
    await page.goto('/?ref=producthunt');
    await page.goto('/buy?ref=producthunt');
    const checkout = checkoutOn(page);
    await checkout.choose('Basic');
    await expect(checkout.code).toHaveValue('ada0001');
    await expect(checkout.codeStatus).toHaveText('Valid code');
  });
  await test.step('a link that others changed or added to', async () => {
    for (const query of [
      '?ref=ada0001%22',
      '?REF=ada0001',
      '?utm_source=mail&amp;ref=ada0001',
      '?ref=producthunt&ref=ada%200001',
    ]) {
      await context.clearCookies();
      await page.goto(`/buy${query}`);
      const checkout = checkoutOn(page);
      await checkout.choose('Basic');
      await expect(checkout.code, query).toHaveValue('ada0001');
      await expect(checkout.codeStatus).toHaveText('Valid code');
    }
  });
  await test.step('a click counts while the API fails, unless a code is remembered', async () => {
    await context.clearCookies();
    await page.route('**/api/referral', (route) => route.abort(), { times: 1 });
    await page.goto('/?ref=pia0002');
    const remembered = () => page.evaluate(() => document.cookie);
    await expect.poll(remembered).toContain('affiliate_code=pia0002');
    await page.route('**/api/referral', (route) => route.fulfill({ status: 503 }), { times: 1 });
    const answered = page.waitForResponse('**/api/referral');
    await page.goto('/?ref=ada0001');
    await answered;
    expect(await remembered()).toContain('affiliate_code=pia0002');
  });
});

test('takes the code of a click in another tab, until one is typed', async ({ page, context }) => {
  const clickElsewhere = async (code: string) => {
    const other = await context.newPage();
    await other.goto(`/?ref=${code}`);
    await other.evaluate(() => window.referral);
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

test('a check of a code that fails or is not answered in time counts as failed, until an answer comes', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await test.step('it is made again once the connection is back', async () => {
    await page.route('**/validate/ada0001', (route) => route.abort(), { times: 1 });
    await page.goto('/buy?ref=ada0001');
    const checkout = checkoutOn(page);
    await checkout.choose('Basic');
    await expect(checkout.codeStatus).toHaveText('Invalid code');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(checkout.codeStatus).toHaveText('Valid code');
  });
  await test.step('a check that is not answered in 30 seconds', async () => {
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
});
