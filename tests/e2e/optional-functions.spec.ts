import { pageScriptHasRun } from '../browsers/page-script.ts';
import { newEmail } from '../api/factories.ts';
import { mainContent } from './accounts/account-screens.ts';
import { uniqueEmail } from './accounts/firebase-accounts.ts';
import { checkoutPage } from './checkout-page.ts';
import { deep, expect, test } from './fixtures.ts';
import { mailTo } from './mail.ts';
import { failedRequest } from './page-helpers.ts';
import { breakOptionalFunctions } from './optional-functions.ts';
import { basicPurchase, insertPurchase, selectPurchases } from './purchase-rows.ts';

// Animations are on, because the fade between pages asks the browser about them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test(
  'the public journeys work with every optional function throwing',
  deep,
  async ({ page, rows, allowConsoleErrors }) => {
    // Without storage, /purchases asks the server whether there is a session.
    allowConsoleErrors(failedRequest);
    await breakOptionalFunctions(page);

    await test.step('a link of an affiliate, the newsletter, and a link to another page', async () => {
      const reader = newEmail('reader');
      await page.goto('/?ref=ada0001');
      await pageScriptHasRun(page);
      const form = page.locator('form.newsletter');
      await form.getByLabel('Email').fill(reader);
      await form.getByRole('button').click();
      await expect(form.getByRole('status')).toContainText('Successfully subscribed to our newsletter!');
      await page.getByRole('link', { name: 'Get Started Now' }).click();
      await expect(page).toHaveURL(/\/buy$/);
    });

    await test.step('a plan is chosen and paid', async () => {
      const buyer = uniqueEmail();
      const checkout = checkoutPage(page);
      await checkout.choose('Basic');
      await expect(page.locator('.checkout-summary')).toContainText('$59.99');
      await checkout.code.fill('ada0001');
      await expect(checkout.codeStatus).toHaveText('Valid code');
      await checkout.decide('Approve', buyer);
      await expect(page).toHaveURL(/\/download$/);
      await expect.poll(() => selectPurchases(rows, buyer)).toEqual([basicPurchase]);
    });

    await test.step('a file is downloaded', async () => {
      const downloadStarted = page.waitForEvent('download');
      await page.locator('a[download]:visible').first().click();
      expect((await downloadStarted).suggestedFilename()).toContain('Kithbook-');
    });

    await test.step('a mailed link opens the purchases', async () => {
      const buyer = newEmail('buyer');
      await insertPurchase(rows, buyer, ['one-time', 'basic', 'completed']);
      await page.goto('/purchases');
      await page.getByLabel('Email').fill(`${buyer}\u200b`);
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await expect(mainContent(page)).toContainText(
        `If there are purchases under ${buyer}, we’ve sent a link.`,
      );
      const { links } = await mailTo(buyer, 'Your Kithbook purchases');
      await page.goto('/');
      await page.goto(links.find((link) => link.includes('/purchases#')) ?? '');
      await page.getByRole('button', { name: 'See my purchases' }).click();
      await expect(mainContent(page)).toContainText('Basic');
      await expect(page).toHaveURL(/\/purchases#?$/);
      await page.getByRole('button', { name: 'Copy order number' }).click();
      await expect(page.getByText('Failed to copy to clipboard')).toBeVisible();
      const order = await page.locator('[data-part=order]').textContent();
      expect(await page.evaluate(() => String(getSelection()))).toBe(order);
    });

    await test.step('a post that cannot be copied is selected', async () => {
      await page.goto('/affiliate-pitch');
      await page.getByRole('button', { name: 'Copy The shoebox' }).click();
      await expect(page.getByText('Failed to copy to clipboard')).toBeVisible();
      expect(await page.evaluate(() => String(getSelection()))).toMatch(/^For years my contacts/);
    });

    await test.step('the menu of a phone opens and closes', async () => {
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto('/');
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Features' }).first().click();
      await expect(page).toHaveURL(/\/features$/);
    });

    await test.step('the account screens say why nobody can sign in, and the forms stay', async () => {
      await page.goto('/login');
      await page.getByLabel('Email').fill(uniqueEmail());
      await page.getByLabel('Password', { exact: true }).fill('any password');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(mainContent(page)).toContainText('Your browser is blocking this site from storing data');
      await expect(page.getByLabel('Email')).not.toHaveValue('');
    });
  },
);
