import type { Page } from '@playwright/test';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { formNotice, passwordField, submitButton } from './accounts/account-screens.ts';
import { createAccount } from './accounts/firebase-accounts.ts';
import { checkoutPage } from './checkout-page.ts';
import { deep, expect, test } from './fixtures.ts';

/** Translates the page as a browser does: replaces every text node by elements with the text. */
function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
      text.parentElement?.closest('script, style, template') || !text.nodeValue?.trim()
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      inner.textContent = text.nodeValue;
      text.replaceWith(outer);
    }
  });
}

test('on a translated page a sign-up succeeds, and the price follows the plan', deep, async ({ page }) => {
  await test.step('a newsletter sign-up succeeds, and a missing email is named', async () => {
    await page.goto('/');
    await pageScriptHasRun(page);
    await translate(page);
    const form = page.locator('form.newsletter');
    await page.locator('form.newsletter [name=name]').fill('Robin');
    await page.locator('form.newsletter [name=email]').fill(`reader-${crypto.randomUUID()}@example.com`);
    await page.locator('form.newsletter [name=email]').press('Enter');
    await expect(form.getByRole('status')).toContainText('Successfully subscribed to our newsletter!');
    await translate(page);
    await form.getByRole('button').click();
    await expect(form.getByRole('alert')).toHaveText('Email is required');
    await expect(form.getByRole('status')).toHaveText('');
  });
  await test.step('the price follows the plan', async () => {
    await page.goto('/buy');
    await translate(page);
    const checkout = checkoutPage(page);
    await checkout.choose('Basic');
    const summary = page.locator('.checkout-summary');
    await expect(summary).toHaveText(/Basic\s*\$59\.99 for one year$/);
    await page.getByLabel(/^Name/).fill('Robin');
    await translate(page);
    await checkout.choose('Annual Subscription');
    await expect(summary).toHaveText(/Annual Subscription\s*\$49\.99 per year$/);
    await checkout.choose('Basic');
    await expect(summary).toHaveText(/Basic\s*\$59\.99 for one year$/);
    await expect(page.getByLabel(/^Name/)).toHaveValue('Robin');
  });
});

test(
  'a form that fails on a changed page shows the error and the typed text',
  deep,
  async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/NotFoundError|status of 400/);
    const { email } = await createAccount();
    await page.goto('/login');
    const submit = async () => {
      await page.getByLabel('Email').fill(email);
      await passwordField(page).fill('not the password');
      await submitButton(page).click();
    };
    await submit();
    await expect(formNotice(page)).toContainText('Failed to sign in');
    // Removes an element that React is going to remove.
    await page.evaluate(() => {
      document.querySelector('main form .notice > *, main .notice > *')?.remove();
    });
    await submit();
    await expect(page.locator('main')).toContainText('Unexpected Application Error!');
    await expect(page.locator('main')).toContainText(`What you typed: ${email}`);
    await expect(page.locator('main')).not.toContainText('not the password');
  },
);
