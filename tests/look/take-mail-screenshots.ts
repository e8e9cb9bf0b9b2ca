import { chromium } from '@playwright/test';
import type { MailKind } from '../../src/shared/mail-kinds.ts';
import { site } from '../../src/shared/site.ts';
import { startMailCatcher } from '../../stack/mail/catcher.ts';
import { findBrowser } from '../browsers/browser.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 768] as const;

/** Takes screenshots of mails with sample facts, in both colour schemes and at two widths. */
export async function takeMailScreenshots(folder: string, kinds: readonly MailKind[]): Promise<void> {
  const catcher = await startMailCatcher({ smtpPort: 0, pagePort: 0, siteUrl: site.url, linkSecret: '' });
  const { executablePath, args } = await findBrowser({ install: true });
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    for (const colorScheme of schemes)
      for (const width of widths) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 } });
        for (const kind of kinds) {
          await page.goto(`${catcher.url}/previews/${kind}`);
          const path = `${folder}/mails_${kind}_${colorScheme}_${String(width)}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        await page.close();
      }
  } finally {
    await browser.close();
    await catcher.close();
  }
  console.log(`  mails: ${kinds.join(', ')}`);
}
