import type { Page } from '@playwright/test';
import { site } from '../../src/shared/site.ts';
import { installerSize, releaseFile } from '../../src/shared/release-file.ts';
import { newestRelease } from '../offered-releases.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { expect, test } from './fixtures.ts';

const { version, files } = newestRelease;

const setPlatform = (page: Page, platform: string) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, 'platform', { value, configurable: true });
  }, platform);

test('/download offers the newest files with size, SHA-256 and date', async ({ page }) => {
  await page.goto('/download');
  await expect(page.getByRole('link', { name: /^Download (Mac|Windows) / })).toHaveCount(files.length);
  for (const { system, kind, ending, bytes, sha256 } of files) {
    const heading = page.getByRole('heading', { name: `${system} ${kind}` });
    const item = page.getByRole('listitem').filter({ has: heading });
    await expect(item.getByText('Published August 15, 2025')).toBeVisible();
    const address = await item.getByRole('link').getAttribute('href');
    expect(address).toBe(`/dist/${releaseFile(version, ending)}`);
    const file = await (await page.request.get(address ?? '')).body();
    expect(file.toString()).toMatch(/^SAMPLE/);
    await expect(item).toContainText(installerSize(bytes));
    await expect(item.getByText(sha256)).toBeVisible();
    // The name distinguishes the buttons for screen readers.
    await expect(item.getByRole('button', { name: `Copy SHA-256 of ${system} ${kind}` })).toBeVisible();
  }
});

test('the large button of /download is for the visitor’s system, and shows its steps', async ({ page }) => {
  const large = page.getByRole('link', { name: /^Download for / });
  await setPlatform(page, 'MacIntel');
  await page.goto('/download');
  await expect(large).toHaveText('Download for Mac');
  await expect(large).toHaveAttribute('href', /-mac\.dmg$/);
  const saving = page.waitForEvent('download');
  await large.click();
  expect((await saving).suggestedFilename()).toContain(releaseFile(version, 'mac.dmg'));
  const begun = page.locator('.begun');
  await expect(begun.getByRole('status')).toHaveText(/^Your download has started\./);
  await expect(begun.getByRole('heading')).toHaveText('On a Mac');
  await expect(begun.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Download Windows ZIP' }).click();
  await expect(begun.getByRole('heading')).toHaveText('On Windows');
  await expect(page.getByRole('heading', { name: 'On a Mac' })).toHaveCount(1);
});

test('/download has a large button for each system if the visitor’s has no file', async ({ page }) => {
  await setPlatform(page, 'Linux x86_64');
  await page.goto('/download');
  await expect(page.getByRole('heading', { name: 'Windows ZIP' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Download for / })).toHaveText([
    'Download for Windows',
    'Download for Mac',
  ]);
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile',
  });

  test('/download offers to send the link to a computer before the files', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shared: [] as ShareData[] });
      navigator.share = (data) => {
        (Reflect.get(window, 'shared') as ShareData[]).push(data ?? {});
        return Promise.resolve();
      };
    });
    await page.goto('/download');
    const send = page.getByRole('link', { name: 'Send the link' });
    await expect(send).toHaveAttribute('href', /^mailto:\?subject=.*&body=https.*%2Fdownload$/);
    const positions = await page
      .locator('.phone-offer a:visible, a[data-for]:visible')
      .evaluateAll((links) => links.map((link) => link.textContent.trim()));
    expect(positions[0]).toBe('Send the link');
    expect(positions).toHaveLength(files.length + 1);
    await pageScriptHasRun(page);
    await send.click();
    expect(await page.evaluate(() => Reflect.get(window, 'shared') as unknown)).toEqual([
      { title: `${site.product} for your computer`, url: `${site.url}/download` },
    ]);
  });
});
