import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

const pages = ['/', '/buy', '/download', '/privacy-policy', '/nowhere'];

for (const path of pages)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${path} has no accessibility violation, ${colorScheme}`, async ({ page, allowConsoleErrors }) => {
      allowConsoleErrors(/status of 404/);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      }
    });

for (const path of pages)
  test(`${path} fits a screen of 320 px`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/status of 404/);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

test('home names every element of the specification and where it leads', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [name, target] of [
    [/Now Live!/, '/buy'],
    [/Get Started Now/, '/buy'],
    [/Explore Features/, '/features'],
    [/Why Choose Us/, '/why'],
    [/affiliate program/i, '/affiliate-program'],
  ] as const)
    await expect(page.locator('main').getByRole('link', { name }).first()).toHaveAttribute('href', target);
});

test('buy lists the plans with price, features and badge, and what the application needs', async ({
  page,
}) => {
  await page.goto('/buy');
  const basic = page.locator('.plan', { hasText: 'Basic' }).first();
  for (const text of ['$59.99', '1 Year Access', 'Basic Support', 'Core Features'])
    await expect(basic).toContainText(text);
  const annual = page.locator('.plan', { hasText: 'Annual Subscription' });
  for (const text of [
    '$49.99',
    'per year',
    'Yearly Recurring Access',
    'Priority Support',
    'All Features',
    'Automatic Updates',
    'Most Popular',
  ])
    await expect(annual).toContainText(text);
  for (const text of [
    'Windows 10/11',
    'macOS 12.0+',
    '2 GB RAM',
    '500 MB disk',
    '1024x768 screen',
    'Internet for sync (coming soon)',
    'MS Office integration',
    'Google Contacts sync',
    'CSV import/export',
    'Cloud backup (coming soon)',
  ])
    await expect(page.getByText(text).first()).toBeVisible();
});

test('download offers three files with the date each was published', async ({ page }) => {
  await page.goto('/download');
  for (const name of [/mac.*zip/i, /dmg/i, /windows.*zip/i])
    await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByText(/8\/15\/2025|August 15, 2025|Aug 15, 2025/).first()).toBeVisible();
  const file = await page.getByRole('link', { name: /dmg/i }).getAttribute('href');
  expect(file).toMatch(/^\/dist\/.*1\.0.*\.dmg$/);
  expect(await (await page.request.get(file ?? '')).text()).toMatch(/^SAMPLE/);
});

test('download shows no date where the file’s address does not answer', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 500/);
  await page.route('**/dist/**', (route) => route.fulfill({ status: 500 }));
  await page.goto('/download');
  await expect(page.getByText(/Published/)).toHaveCount(0);
});

test('a page that does not exist is answered with 404 and a way back', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 404/);
  const response = await page.goto('/nowhere');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
  await expect(page.locator('main').getByRole('link').first()).toBeVisible();
});

test('marketing pages load no script file before anybody touches them', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of ['/', '/buy', '/download', '/privacy-policy'])
    await page.goto(path, { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);
});
