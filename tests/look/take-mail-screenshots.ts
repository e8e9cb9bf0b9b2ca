import type { MailKind } from '../../src/shared/mail-kinds.ts';
import { site } from '../../src/shared/site.ts';
import { startMailCatcher } from '../../stack/mail/catcher.ts';
import { openTestBrowser } from '../browsers/open-browser.ts';
import { takePictures } from './take-screenshots.ts';

/** Takes screenshots of mails with sample facts, in both color schemes and at two widths. */
export async function takeMailScreenshots(folder: string, kinds: readonly MailKind[]): Promise<void> {
  const catcher = await startMailCatcher({ smtpPort: 0, pagePort: 0, siteUrl: site.url, linkSecret: '' });
  const browser = await openTestBrowser();
  try {
    const page = await browser.newPage();
    for (const kind of kinds) {
      await page.goto(`${catcher.url}/previews/${kind}`);
      await takePictures(page, `${folder}/mails_${kind}`, [360, 768], true);
    }
  } finally {
    await browser.close();
    await catcher.close();
  }
  console.log(`  mails: ${kinds.join(', ')}`);
}
