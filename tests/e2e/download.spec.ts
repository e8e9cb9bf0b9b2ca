import { site } from '../../src/shared/site.ts';
import { fileSize } from '../../src/shared/text.ts';
import { releaseFile } from '../../src/shared/release-file.ts';
import { newestRelease, offeredFiles } from '../offered-releases.ts';
import { expect, test } from './fixtures.ts';

const { version, files } = newestRelease;

test('/download offers the newest files with size, SHA-256 and date, one’s own first', async ({ page }) => {
  await test.step('the files have size, SHA-256 and date', async () => {
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
      // The name distinguishes the summaries for screen readers.
      await expect(summary).toHaveText(`SHA-256 of ${system} ${kind}`);
      await summary.click();
      await expect(item.getByText(sha256)).toBeVisible();
    }
  });
  await test.step('the files of the visitor’s system come first', async () => {
    for (const [system, platform] of [
      ['Mac', 'MacIntel'],
      ['Linux', 'Linux x86_64'],
    ] as const)
      await test.step(system, async () => {
        await page.addInitScript((value) => {
          Object.defineProperty(navigator, 'platform', { value, configurable: true });
          Object.defineProperty(navigator, 'userAgentData', { value: undefined, configurable: true });
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
  });
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
      .locator('.phone-offer a:visible, [data-system] .button')
      .evaluateAll((links) => links.map((link) => link.textContent.trim()));
    expect(positions[0]).toBe('Send the link');
    expect(positions).toHaveLength(files.length + 1);
    await send.click();
    expect(await page.evaluate(() => Reflect.get(window, 'shared') as unknown)).toEqual([
      { title: `${site.product} for your computer`, url: `${site.url}/download` },
    ]);
  });
});
