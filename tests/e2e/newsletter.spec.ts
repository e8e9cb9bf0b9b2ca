import type { Page } from '@playwright/test';
import { site } from '../../src/shared/site.ts';
import { signToken } from '../../src/server/frame/mail/signed-links.ts';
import { newsletterMessages, subscriptionMessages } from '../../src/shared/messages/newsletter.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { pageScriptHasRun, scriptHasRun } from '../browsers/page-script.ts';
import { deep, expect, test } from './fixtures.ts';
import { mailTo } from './mail.ts';
import { holdRequests } from './page-helpers.ts';

function uniqueReader() {
  return `reader-${crypto.randomUUID()}@example.com`;
}

/** The text of the form and of the plain page after a request. */
const subscribed = 'Successfully subscribed to our newsletter!';

/** Opens the home page and waits for its script. Before that, the browser posts the form itself. */
async function openHomeForm(page: Page) {
  await page.goto('/');
  await pageScriptHasRun(page);
  return page.locator('form.newsletter');
}

// tests/api/people/newsletter/links.test.ts has the rules of the links.
test('a reader confirms with the mail’s link and unsubscribes', async ({ page, rows }) => {
  const email = uniqueReader();
  await test.step('asks for the newsletter', async () => {
    const form = await openHomeForm(page);
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await expect(form.getByRole('status')).toHaveText(`${subscribed} ${newsletterMessages.confirmNext}`);
  });
  await test.step('confirms', async () => {
    const { links } = await mailTo(email, 'Confirm your subscription to the Kithbook newsletter');
    await page.goto(links[0] ?? '');
    await expect(page.getByText(subscriptionMessages.confirmQuestion(email))).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('status')).toHaveText('Thank you. Your subscription is confirmed.');
  });
  await test.step('unsubscribes', async () => {
    const [subscription] = await rows('select id from newsletter_subscriptions where email = $1', [email]);
    const secret = exampleSettings().MAIL_LINK_SECRET ?? '';
    const token = signToken(secret, 'newsletter-leave', String(subscription?.id));
    await page.goto(`/api/newsletter/leave?token=${token}`);
    await expect(page.getByText(subscriptionMessages.leaveQuestion(email))).toBeVisible();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('status')).toHaveText(subscriptionMessages.left);
  });
});

test.describe('the newsletter form', () => {
  test('a failed sign-up shows the reason and keeps the typed text', async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/status of (422|500|429)|ERR_FAILED/);
    await page.addInitScript(() => {
      const limit = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => limit(Object.hasOwn(window, 'isHurried') ? ms / 100 : ms);
    });
    const form = await openHomeForm(page);
    const email = uniqueReader();
    await test.step('a missing or wrong email', async () => {
      let sent = 0;
      page.on('request', (request) => (sent += request.url().endsWith('/api/customers') ? 1 : 0));
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
    await test.step('refusals, a lost connection and no answer', async () => {
      // The browser's maxlength would stop the wrong input.
      await form.getByLabel('Name').evaluate((name) => {
        name.removeAttribute('maxlength');
      });
      await form.getByLabel('Name').fill('R'.repeat(101));
      await form.getByLabel('Email').fill(email);
      await form.getByRole('button').click();
      await expect(form.getByRole('status')).toHaveText('Some fields need another look.');
      await form.getByLabel('Name').fill('Robin');
      await expect(form.getByLabel('Email')).toHaveValue(email);
      for (const [answer, text] of [
        [{ status: 500, body: '<h1>Oops</h1>' }, 'Failed to subscribe'],
        [null, 'Failed to subscribe. Please try again.'],
      ] as const) {
        await page.route('**/api/customers', (route) => (answer ? route.fulfill(answer) : route.abort()));
        await form.getByRole('button').click();
        await expect(form.getByRole('status')).toHaveText(text);
        await page.unroute('**/api/customers');
      }
      await page.evaluate(() => Object.assign(window, { isHurried: true }));
      await page.route('**/api/customers', () => undefined);
      await form.getByRole('button').click();
      await expect(form.getByRole('button')).toHaveText('Subscribing...');
      await expect(form.getByRole('status')).toHaveText('Failed to subscribe. Please try again.');
      await expect(form.getByLabel('Email')).toHaveValue(email);
      await page.unroute('**/api/customers');
      await page.evaluate(() => Reflect.deleteProperty(window, 'isHurried'));
    });
  });

  test(
    'a sign-up is sent if the script arrives during the press or fails',
    deep,
    async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_FAILED|Error hydrating|Failed to fetch dynamically/);
      await test.step('the button is held down', async () => {
        const script = await holdRequests(page, /_astro\/NewsletterScript/);
        const signUps = await holdRequests(page, '**/api/customers');
        signUps.release();
        const form = await openHomeForm(page);
        await form.getByLabel('Email').fill(uniqueReader());
        await form.getByRole('button').hover();
        await page.mouse.down();
        script.release();
        // The page itself has imported the script before, so the script is ready to replace the form now.
        await scriptHasRun(page, 'newsletter-script');
        await page.mouse.up();
        await expect(form.getByRole('status')).toHaveText(`${subscribed} ${newsletterMessages.confirmNext}`);
        expect(signUps.count()).toBe(1);
      });
      await test.step('the script fails', async () => {
        await page.route(/_astro\/NewsletterScript/, (route) => route.abort());
        const form = await openHomeForm(page);
        await form.getByLabel('Email').fill(uniqueReader());
        await form.getByRole('button').click();
        await expect(page.getByRole('status')).toHaveText(subscribed);
      });
    },
  );

  test('a sign-up is posted as a plain form if the script takes 30 seconds', deep, async ({ page, rows }) => {
    const email = uniqueReader();
    await page.clock.install();
    await page.route(/_astro\/NewsletterScript/, () => undefined);
    const form = await openHomeForm(page);
    const requestSent = page.waitForRequest(/_astro\/NewsletterScript/);
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button').click();
    await requestSent;
    await page.clock.fastForward(29_000);
    expect(await rows('select email from newsletter_subscriptions where email = $1', [email])).toEqual([]);
    await page.clock.fastForward(2_000);
    await expect(page.getByRole('status')).toHaveText(subscribed);
    expect(await rows('select email from newsletter_subscriptions where email = $1', [email])).toEqual([
      { email },
    ]);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the plain form subscribes; a refused one comes back with its text and the reason', async ({
      page,
      allowConsoleErrors,
    }) => {
      await test.step('a sign-up', async () => {
        await page.goto('/');
        await page.locator('form.newsletter').getByLabel('Email').fill(uniqueReader());
        await page.locator('form.newsletter').getByRole('button').click();
        await expect(page.getByRole('status')).toHaveText(subscribed);
        await expect(page.locator('.site-header .brand')).toHaveAccessibleName(site.product);
      });
      await test.step('a refused sign-up', async () => {
        allowConsoleErrors(/status of 422/);
        await page.goto('/vision');
        await page.locator('form.newsletter').getByLabel('Name').fill('Robin');
        await page.locator('form.newsletter').getByLabel('Email').fill('someone@localhost');
        await page.locator('form.newsletter').getByRole('button').click();
        await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address');
        await expect(page.getByLabel('Name')).toHaveValue('Robin');
        await expect(page.getByLabel('Email')).toHaveValue('someone@localhost');
        await page.getByLabel('Email').fill(uniqueReader());
        await page.locator('main').getByRole('button').click();
        await expect(page.getByRole('status')).toHaveText(subscribed);
        await page.getByRole('link', { name: 'Back to where you were' }).click();
        await expect(page).toHaveURL(/\/vision$/);
      });
    });
  });
});
