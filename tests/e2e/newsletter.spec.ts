import type { Page } from '@playwright/test';
import { site } from '../../src/shared/site.ts';
import { pageScriptHasRun } from '../../stack/page-script.ts';
import { expect, test } from './fixtures.ts';
import { widthOf } from './width-of.ts';

const address = () => `reader-${crypto.randomUUID()}@example.com`;

/** The home page with its form, and with the script that minds it: an earlier press is the browser's own. */
const open = async (page: Page) => {
  await page.goto('/');
  await pageScriptHasRun(page);
  return page.locator('form.newsletter');
};

test.describe('the newsletter form', () => {
  test('keeps a sign-up once, says so, and clears its fields', async ({ page, rows }) => {
    const email = address();
    const form = await open(page);
    for (const typed of [email, email.toUpperCase()]) {
      await form.getByLabel('Name').fill('Robin \u202EFields');
      await form.getByLabel('Email').fill(typed);
      await form.getByRole('button').click();
      await expect(form.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
      await expect(form.getByLabel('Email')).toHaveValue('');
      await expect(form.getByLabel('Name')).toHaveValue('');
    }
    expect(await rows('select name, email from customers where lower(email) = $1', [email])).toEqual([
      // Without the invisible character.
      { name: 'Robin  Fields', email },
    ]);
  });

  test('asks for an email before it sends anything', async ({ page }) => {
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/api/customers') ? 1 : 0));
    const form = await open(page);
    for (const [typed, text] of [
      ['   ', 'Email is required'],
      ['someone@localhost', 'Please enter a valid email address'],
    ] as const) {
      await form.getByLabel('Email').fill(typed);
      await form.getByRole('button').click();
      await expect(form.getByText(text)).toBeVisible();
      await expect(form.getByLabel('Email')).toBeFocused();
    }
    expect(sent).toBe(0);
  });

  test('says Subscribing... and holds still while it sends', async ({ page }) => {
    const form = await open(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/customers', async (route) => {
      await held;
      await route.continue();
    });
    await form.getByLabel('Email').fill(address());
    let width: number | undefined;
    // React's form may replace the plain one meanwhile.
    await expect(async () => {
      width = await widthOf(form.getByRole('button'));
      expect(width).toBeGreaterThan(0);
    }).toPass();
    await form.getByLabel('Email').press('Enter');
    await expect(form.getByRole('button')).toHaveText('Subscribing...');
    await expect(form.getByLabel('Email')).toBeDisabled();
    await expect(form.getByLabel('Name')).toBeDisabled();
    expect(await widthOf(form.getByRole('button'))).toBe(width);
    release();
    await expect(form.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
    await expect(form.getByRole('button')).toBeFocused();
  });

  test('shows why a sign-up failed, in the words of the server where it has any, and keeps what was typed', async ({
    page,
    allowConsoleErrors,
  }) => {
    allowConsoleErrors(/status of (422|500|429)|ERR_FAILED/);
    const form = await open(page);
    const email = address();
    // The browser stops at what the server takes.
    await form.getByLabel('Name').evaluate((name) => {
      name.removeAttribute('maxlength');
    });
    await form.getByLabel('Name').fill('R'.repeat(101));
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await expect(form.getByRole('status')).toHaveText('Some fields need another look.');
    await expect(form.getByLabel('Email')).toHaveValue(email);
    for (const [answer, text] of [
      [{ status: 500, body: '<h1>Oops</h1>' }, 'Failed to subscribe'],
      [null, 'Failed to subscribe. Please try again.'],
      [{ status: 429, body: '' }, 'Failed to subscribe'],
    ] as const) {
      await page.route('**/api/customers', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await form.getByRole('button').click();
      await expect(form.getByRole('status')).toHaveText(text);
      await page.unroute('**/api/customers');
    }
  });

  test('waits for no answer forever', async ({ page }) => {
    await page.addInitScript(() => {
      const limit = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => limit(ms / 100);
    });
    const form = await open(page);
    await page.route('**/api/customers', () => undefined);
    await form.getByLabel('Email').fill('reader@example.com');
    await form.getByRole('button').click();
    await expect(form.getByRole('button')).toHaveText('Subscribing...');
    await expect(form.getByRole('status')).toHaveText('Failed to subscribe. Please try again.');
    await expect(form.getByLabel('Email')).toHaveValue('reader@example.com');
  });

  test('is sent plainly when its script cannot be had', async ({ page, rows, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
    const email = address();
    await page.route(/_astro\/NewsletterScript/, (route) => route.abort());
    await page.goto('/');
    const form = page.locator('form.newsletter');
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await expect(page.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
    expect(await rows('select email from customers where email = $1', [email])).toEqual([{ email }]);
  });

  test('is sent plainly when its script neither comes nor fails', async ({ page, rows }) => {
    const email = address();
    await page.clock.install();
    await page.route(/_astro\/NewsletterScript/, () => undefined);
    const form = await open(page);
    const asked = page.waitForRequest(/_astro\/NewsletterScript/);
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await asked;
    await page.clock.fastForward(29_000);
    expect(await rows('select email from customers where email = $1', [email])).toEqual([]);
    await page.clock.fastForward(2_000);
    await expect(page.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
    expect(await rows('select email from customers where email = $1', [email])).toEqual([{ email }]);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('posts by itself and is answered with a page', async ({ page, rows }) => {
      const email = address();
      await page.goto('/');
      await page.locator('form.newsletter').getByLabel('Email').fill(email);
      await page.locator('form.newsletter').getByRole('button').click();
      await expect(page.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
      await expect(page.locator('.site-header').getByRole('link')).toHaveAccessibleName(site.product);
      expect(await rows('select name, email from customers where email = $1', [email])).toEqual([
        { name: null, email },
      ]);
    });

    test('gets its words back with the reason when they cannot be taken', async ({
      page,
      allowConsoleErrors,
    }) => {
      allowConsoleErrors(/status of 422/);
      await page.goto('/vision');
      await page.locator('form.newsletter').getByLabel('Name').fill('Robin');
      await page.locator('form.newsletter').getByLabel('Email').fill('someone@localhost');
      await page.locator('form.newsletter').getByRole('button').click();
      await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address');
      await expect(page.getByLabel('Name')).toHaveValue('Robin');
      await expect(page.getByLabel('Email')).toHaveValue('someone@localhost');
      await page.getByLabel('Email').fill(address());
      await page.getByRole('button').click();
      await expect(page.getByRole('status')).toHaveText('Successfully subscribed to our newsletter!');
      await page.getByRole('link', { name: 'Back to where you were' }).click();
      await expect(page).toHaveURL(/\/vision$/);
    });
  });
});
