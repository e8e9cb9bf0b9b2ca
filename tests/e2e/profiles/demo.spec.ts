import type { Page } from '@playwright/test';
import { looksRight } from '../looks-right.ts';
import { expect, test } from '../fixtures.ts';

const path = '/user-profile';
const script = /\/_astro\/DemoScript\.[^/]*\.js/;
const failure = 'Failed to load user profile.';
const card = (page: Page) => page.locator('main article');
const status = (page: Page) => page.locator('main').getByRole('status');

const shown = async (page: Page, query = ''): Promise<string> => {
  await page.goto(path + query);
  await expect(status(page)).toContainText('Sample data');
  return card(page).innerText();
};

test.beforeEach(() => {
  test.slow();
});

test('the sample loads for 500 ms without a call; what the address says is text and never markup', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'image'].includes(request.resourceType())) calls.push(request.url());
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${path}?name=Marta%20Lindqvist`);
  await expect(status(page)).toHaveText('Loading…');
  await expect(card(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(page.locator('main').getByRole('heading', { level: 3 })).toHaveCount(0);
  const start = Date.now();
  release();
  await expect(status(page)).toHaveText('Sample data: Marta Lindqvist');
  expect(Date.now() - start).toBeGreaterThanOrEqual(500);
  await expect(card(page).getByRole('heading', { name: 'Marta Lindqvist' })).toBeVisible();
  for (const text of [
    'marta.lindqvist@mail.example',
    'Contacts managed',
    'Groups created',
    'Interests',
    'Joined',
  ])
    await expect(card(page)).toContainText(text);
  for (const text of ['LinkedIn', 'Twitter', 'ML']) await expect(card(page)).toContainText(text);
  await expect(page.locator('main')).toContainText('This is a demo');
  await expect(page.locator('main').getByRole('link', { name: 'Buy Now' }).first()).toHaveAttribute(
    'href',
    '/buy',
  );
  expect(calls).toEqual([]);
  await looksRight(page);
  await test.step('markup and long texts in the address', async () => {
    await page.unroute(script);
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const query = new URLSearchParams({ name: markup, email: `${'x'.repeat(300)}@y`, id: markup }).toString();
    await shown(page, `?${query}`);
    await expect(card(page).getByRole('heading', { level: 3 })).toHaveText(markup.slice(0, 80).trim());
    await expect(card(page).locator('img, script')).toHaveCount(0);
    await expect(page).toHaveTitle(/^User profile \(demo\)/);
    await looksRight(page);
  });
});

test('a script that is missing, and data that cannot be made, are said to have failed', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED|Failed to fetch dynamically imported module/);
  await test.step('the script is missing', async () => {
    await page.route(script, (route) => route.abort());
    await page.goto(path);
    await expect(page.locator('main').getByRole('alert')).toHaveText(failure);
    await expect(card(page)).toBeHidden();
    await looksRight(page);
  });
  await test.step('the data cannot be made', async () => {
    await page.unroute(script);
    await page.addInitScript(() => {
      const { normalize } = String.prototype;
      String.prototype.normalize = function (...form) {
        if (this.includes('Marta')) throw new Error('broken');
        return normalize.apply(this, form);
      };
    });
    await page.goto(`${path}?name=Marta`);
    await expect(page.locator('main').getByRole('alert').filter({ hasText: /./ })).toHaveText(failure);
    await expect(card(page)).toBeHidden();
  });
});
