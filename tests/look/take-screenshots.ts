import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browsers/browser.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import { type ScreenState, statesOf } from './states.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 768, 1440] as const;

interface Target {
  /** Address of the site. */
  readonly siteUrl: string;
  /** Folder for the pictures. */
  readonly folder: string;
}

/**
 * Takes screenshots of pages and their states, in both colour schemes and at three widths. `buy` is a page with all of its
 * states, `buy:basic` one state.
 */
export async function takeScreenshots(target: Target, pages: readonly string[]): Promise<void> {
  const { executablePath, args } = await findBrowser({ install: true });
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    for (const page of pages) {
      const [name = '', stateName] = page.split(':');
      // The initial state of a page is null.
      const states = stateName
        ? statesOf(name).filter((state) => state.name === stateName)
        : [null, ...statesOf(name)];
      for (const state of states) {
        for (const scheme of schemes)
          await Promise.all(
            widths.map((width) => takeScreenshot(browser, target, name, state, [scheme, width])),
          );
        console.log(`  ${name}${state ? `:${state.name}` : ''}`);
      }
    }
  } finally {
    await browser.close();
  }
}

async function takeScreenshot(
  browser: Browser,
  { siteUrl, folder }: Target,
  name: string,
  state: ScreenState | null,
  [colorScheme, width]: readonly [(typeof schemes)[number], number],
): Promise<void> {
  const viewport = { width, height: width < 768 ? 740 : 900 };
  const context = await browser.newContext({
    baseURL: siteUrl,
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await state?.prepare?.(page);
  await page.goto(name === 'index' ? '/' : `/${name}`);
  if (state) {
    await pageScriptHasRun(page);
    await state.act(page);
  } else await page.waitForLoadState('networkidle'); // An account screen redirects a visitor to the login.
  await waitForLayout(page);
  const file = [name.replaceAll('/', '-'), ...(state ? [state.name] : []), colorScheme, String(width)];
  await page.screenshot({ path: `${folder}/${file.join('_')}.png`, fullPage: !state?.isWindowOnly });
  await context.close();
}

/** Waits for the fonts, and renders the parts that a phone skips until they are near. */
async function waitForLayout(page: Page): Promise<void> {
  // The script of a page sets the attribute. The pages that the server renders have it from the start.
  await page.waitForSelector('[data-fonts]');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.waitForTimeout(400);
}
