import { createHash } from 'node:crypto';
import { expect, test } from './fixtures.ts';

const offered = ['Mac ZIP', 'Mac DMG', 'Windows ZIP'];

test('download offers three files, each with its size, its SHA-256 and the date it was published', async ({
  page,
}) => {
  await page.goto('/download');
  for (const name of offered) {
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await expect(item.getByText('Published August 15, 2025')).toBeVisible();
    const address = await item.getByRole('link').getAttribute('href');
    expect(address).toMatch(/^\/dist\/.*1\.0.*\.(zip|dmg)$/);
    const file = await (await page.request.get(address ?? '')).body();
    expect(file.toString()).toMatch(/^SAMPLE/);
    await expect(item).toContainText(`${String(file.byteLength)} bytes`);
    await item.getByText('SHA-256').click();
    await expect(item.getByText(createHash('sha256').update(file).digest('hex'))).toBeVisible();
  }
});

for (const [system, platform, order] of [
  ['Mac', 'MacIntel', ['Mac ZIP', 'Mac DMG', 'Windows ZIP']],
  ['Windows', 'Win32', ['Windows ZIP', 'Mac ZIP', 'Mac DMG']],
] as const)
  test(`a visitor with ${system} finds the files for it first`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'platform', { value });
      Object.defineProperty(navigator, 'userAgentData', { value: undefined });
    }, platform);
    await page.goto('/download');
    await expect(page.locator('[data-system] h3')).toHaveText([...order]);
    const suggested = page.getByText('For this computer').and(page.locator(':visible'));
    await expect(suggested).toHaveCount(1);
    await expect(page.locator('[data-system]').first()).toContainText('For this computer');
  });

test('any other system is offered all files as they are, without a suggestion', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { value: 'Linux x86_64' });
    Object.defineProperty(navigator, 'userAgentData', { value: undefined });
  });
  await page.goto('/download');
  await expect(page.locator('[data-system] h3')).toHaveText(offered);
  for (const label of await page.getByText('For this computer').all()) await expect(label).toBeHidden();
});

for (const [what, answer] of [
  ['fails', { status: 500 }],
  ['has no date', { status: 200, headers: { 'last-modified': '' } }],
  ['has a date that is none', { status: 200, headers: { 'last-modified': 'soon' } }],
] as const)
  test(`download shows no date where the file’s address ${what}`, async ({ page, allowConsoleErrors }) => {
    allowConsoleErrors(/status of 500/);
    await page.route('**/dist/**', (route) => route.fulfill(answer));
    await page.goto('/download', { waitUntil: 'networkidle' });
    await expect(page.getByText(/Published/)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Download Windows ZIP' })).toBeVisible();
  });
