import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { inProject } from '../../stack/paths.ts';
import { openTestBrowser } from '../browsers/open-browser.ts';
import { signIn } from './take-screenshots.ts';

const window = { width: 1440, height: 1040 } as const;
/** Small files, because each renewal stays in the history of the repository. */
const quality = 60;

/** Takes the pictures of README.md, in both color schemes: the home page, and the dashboard of the sample affiliate. */
export async function takeReadmePictures(siteUrl: string): Promise<void> {
  const folder = inProject('docs/images');
  await mkdir(folder, { recursive: true });
  const browser = await openTestBrowser();
  const context = await browser.newContext({
    baseURL: siteUrl,
    reducedMotion: 'reduce',
    viewport: window,
  });
  const page = await context.newPage();
  async function take(name: string): Promise<void> {
    await page.waitForSelector('html[data-fonts]');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = await page.screenshot({ animations: 'disabled' });
      await sharp(picture)
        .webp({ quality, effort: 6 })
        .toFile(path.join(folder, `${name}-${colorScheme}.webp`));
    }
  }
  await page.goto('/');
  await take('home');
  await signIn(context, 'ada');
  await page.goto('/affiliate-dashboard');
  await page.locator('main .overview-grid').waitFor();
  await take('dashboard');
  await browser.close();
}
