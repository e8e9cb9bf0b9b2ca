import { fileSize } from '../../src/shared/file-size.ts';
import { releaseFile } from '../../src/shared/release-file.ts';
import { newestRelease, offeredFiles } from '../offered-releases.ts';
import { expect, test } from './fixtures.ts';

const { version, files } = newestRelease;

test('download offers the files of the newest release, each with its size, its SHA-256 and the date it was published', async ({
  page,
}) => {
  await page.goto('/download');
  await expect(page.locator('[data-system] h3')).toHaveCount(files.length);
  for (const { system, kind, ending, bytes, sha256 } of files) {
    const heading = page.getByRole('heading', { name: `${system} ${kind}` });
    const item = page.getByRole('listitem').filter({ has: heading });
    await expect(item.getByText('Published August 15, 2025')).toBeVisible();
    const address = await item.getByRole('link').getAttribute('href');
    expect(address).toBe(`/dist/${releaseFile(version, ending)}`);
    const file = await (await page.request.get(address ?? '')).body();
    expect(file.toString()).toMatch(/^SAMPLE/);
    await expect(item).toContainText(fileSize(bytes));
    const summary = item.locator('summary');
    // One of several, told from the others also by those who hear it alone.
    await expect(summary).toHaveText(`SHA-256 of ${system} ${kind}`);
    await summary.click();
    await expect(item.getByText(sha256)).toBeVisible();
  }
});

for (const [system, platform] of [
  ['Mac', 'MacIntel'],
  ['Windows', 'Win32'],
] as const)
  test(`a visitor with ${system} finds the files for it first`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'platform', { value });
      Object.defineProperty(navigator, 'userAgentData', { value: undefined });
    }, platform);
    await page.goto('/download');
    const own = offeredFiles.filter((name) => name.startsWith(system));
    const others = offeredFiles.filter((name) => !name.startsWith(system));
    await expect(page.locator('[data-system] h3')).toHaveText([...own, ...others]);
    const suggested = page.getByText('For this computer').and(page.locator(':visible'));
    await expect(suggested).toHaveCount(Math.min(own.length, 1));
    const first = page.locator('[data-system]').first().getByText('For this computer');
    await expect(first).toBeVisible({ visible: own.length > 0 });
  });

test('any other system is offered all files as they are, without a suggestion', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { value: 'Linux x86_64' });
    Object.defineProperty(navigator, 'userAgentData', { value: undefined });
  });
  await page.goto('/download');
  await expect(page.locator('[data-system] h3')).toHaveText(offeredFiles);
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
    await expect(page.getByRole('link', { name: `Download ${offeredFiles[0] ?? ''}` })).toBeVisible();
  });
