import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../browsers/browser.ts';
import { pageScriptHasRun } from '../../stack/page-script.ts';
import type { ScreenState } from './screen-state.ts';
import { statesOf } from './states.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 768, 1440] as const;

/** Where the site answers, and the folder that the pictures go to. */
export interface Sitting {
  readonly site: string;
  readonly folder: string;
}

/** Waits for the real faces, and shows what a phone would lay out only once somebody scrolls there. */
const settle = async (page: Page): Promise<void> => {
  await page.waitForSelector('html[data-faces]');
  await page.evaluate(() => {
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [whole];
  });
  await page.waitForTimeout(400);
};

type Look = readonly [colorScheme: (typeof schemes)[number], width: number];

const shoot = async (
  browser: Browser,
  { site, folder }: Sitting,
  name: string,
  state: ScreenState | null,
  [colorScheme, width]: Look,
): Promise<void> => {
  const viewport = { width, height: width < 768 ? 740 : 900 };
  const context = await browser.newContext({ baseURL: site, colorScheme, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await state?.prepare?.(page);
  await page.goto(name === 'index' ? '/' : `/${name}`);
  if (state) {
    await pageScriptHasRun(page);
    await state.act(page);
  }
  await settle(page);
  const file = [name.replaceAll('/', '-'), ...(state ? [state.name] : []), colorScheme, String(width)];
  await page.screenshot({ path: `${folder}/${file.join('_')}.png`, fullPage: !state?.part });
  await context.close();
};

/**
 * Pictures these pages and their states, in both colour schemes and at three widths. `buy:basic` is one
 * state of a page alone.
 */
export const picture = async (sitting: Sitting, pages: readonly string[]): Promise<void> => {
  const { executablePath, args } = await findBrowser({ install: true });
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    for (const wanted of pages) {
      const [name = '', only] = wanted.split(':');
      for (const state of only
        ? statesOf(name).filter((one) => one.name === only)
        : [null, ...statesOf(name)]) {
        for (const scheme of schemes)
          await Promise.all(widths.map((width) => shoot(browser, sitting, name, state, [scheme, width])));
        console.log(`  ${name}${state ? `:${state.name}` : ''}`);
      }
    }
  } finally {
    await browser.close();
  }
};
