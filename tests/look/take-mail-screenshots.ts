import { chromium } from '@playwright/test';
import { findBrowser } from '../browsers/browser.ts';
import type { MailKind } from '../../src/shared/mail-kinds.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 768] as const;

interface Target {
  /** Origin of the mail catcher's page. */
  readonly catcherUrl: string;
  /** Folder for the pictures. */
  readonly folder: string;
}

/** Takes screenshots of mails with sample facts, in both colour schemes and at two widths. */
export async function takeMailScreenshots(
  { catcherUrl, folder }: Target,
  kinds: readonly MailKind[],
): Promise<void> {
  const { executablePath, args } = await findBrowser({ install: true });
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    for (const colorScheme of schemes)
      for (const width of widths) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 400 } });
        for (const kind of kinds) {
          await page.goto(`${catcherUrl}/previews/${kind}`);
          const path = `${folder}/mails_${kind}_${colorScheme}_${String(width)}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        await page.close();
      }
  } finally {
    await browser.close();
  }
  console.log(`  mails: ${kinds.join(', ')}`);
}
