import type { Page } from '@playwright/test';
import { expectAccessibleOnPhone, expectFitsPhone } from '../expect-accessible.ts';
import { expect, test } from '../fixtures.ts';
import { holdRequests } from '../page-helpers.ts';

const path = '/user-profile';
const script = /\/_astro\/DemoScript\.[^/]*\.js/;

function sampleCard(page: Page) {
  return page.locator('main article');
}

function status(page: Page) {
  return page.locator('main').getByRole('status');
}

async function openSample(page: Page, query = ''): Promise<string> {
  await page.goto(path + query);
  await expect(status(page)).toContainText('Sample data');
  return sampleCard(page).innerText();
}

test('the demo profile makes no call, and shows values of the query as text', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'image'].includes(request.resourceType())) calls.push(request.url());
  });
  const held = await holdRequests(page, script);
  await page.goto(`${path}?name=Marta%20Lindqvist`);
  await expect(status(page)).toHaveText('Loading…');
  await expect(sampleCard(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(page.locator('main').getByRole('heading', { level: 3 })).toHaveCount(0);
  const start = Date.now();
  held.release();
  await expect(status(page)).toHaveText('Sample data: Marta Lindqvist');
  expect(Date.now() - start).toBeGreaterThanOrEqual(500);
  await expect(sampleCard(page).getByRole('heading', { name: 'Marta Lindqvist' })).toBeVisible();
  for (const text of [
    'marta.lindqvist@mail.example',
    'Contacts managed',
    'Interests',
    'Joined',
    'LinkedIn',
    'ML',
  ])
    await expect(sampleCard(page)).toContainText(text);
  await expect(page.locator('main')).toContainText('This is a demo');
  await expect(page.locator('main').getByRole('link', { name: 'Buy Now' }).first()).toHaveAttribute(
    'href',
    '/buy',
  );
  expect(calls).toEqual([]);
  await expectAccessibleOnPhone(page);
  await test.step('markup and long texts in the query string', async () => {
    await page.unroute(script);
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const query = new URLSearchParams({ name: markup, email: `${'x'.repeat(300)}@y`, id: markup }).toString();
    await openSample(page, `?${query}`);
    await expect(sampleCard(page).getByRole('heading', { level: 3 })).toHaveText(markup.slice(0, 80).trim());
    await expect(sampleCard(page).locator('img, script')).toHaveCount(0);
    await expect(page).toHaveTitle(/^User profile \(demo\)/);
    await expectFitsPhone(page);
  });
});
