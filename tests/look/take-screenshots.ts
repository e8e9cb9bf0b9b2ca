import type { Browser, BrowserContext, Page } from '@playwright/test';
import { pathFromName } from '../../src/copy/page-path.ts';
import { openTestBrowser } from '../browsers/open-browser.ts';
import { pageScriptHasRun } from '../browsers/page-script.ts';
import type { Account, ScreenState } from './screen-state.ts';
import { statesOf } from './states.ts';

const schemes = ['light', 'dark'] as const;
const widths = [360, 768, 1440] as const;
/** Number of pages that are open at once. */
const LANES = 2;

interface Target {
  /** Address of the site. */
  readonly siteUrl: string;
  /** Folder for the pictures. */
  readonly folder: string;
}

/** A page in a state, or in its initial state. */
interface Shot {
  readonly page: string;
  readonly state: ScreenState | null;
}

/**
 * Takes screenshots of pages and their states, in both color schemes and at three widths. `buy` is a page with all of its
 * states, `buy:basic` one state. A state that fails is reported, and the others are taken.
 */
export async function takeScreenshots(target: Target, pages: readonly string[]): Promise<void> {
  const browser = await openTestBrowser();
  const shots = pages.flatMap(findShots);
  await Promise.all(Array.from({ length: LANES }, () => takeShots(browser, target, shots)));
  await browser.close();
}

function findShots(name: string): Shot[] {
  const [page = '', stateName] = name.split(':');
  const states = statesOf(page).filter((state) => !stateName || state.name === stateName);
  return [...(stateName ? [] : [null]), ...states].map((state) => ({ page, state }));
}

/** Takes the next of the shots until none is left. The states of an account share a browser context. */
async function takeShots(browser: Browser, target: Target, shots: Shot[]): Promise<void> {
  const signedIn = new Map<Account, BrowserContext>();
  for (let shot = shots.shift(); shot; shot = shots.shift()) {
    const account = shot.state?.account;
    const known = account && signedIn.get(account);
    const context = known ?? (await browser.newContext({ baseURL: target.siteUrl, reducedMotion: 'reduce' }));
    const name = [shot.page.replaceAll('/', '-'), ...(shot.state ? [shot.state.name] : [])].join('_');
    try {
      if (account && !known) {
        await signIn(context, account);
        signedIn.set(account, context);
      }
      await takeShot(context, shot, `${target.folder}/${name}`);
      console.log(`  ${name}`);
    } catch (error) {
      console.error(`  ${name}: ${String(error)}`);
      process.exitCode = 1;
    }
    if (!account) await context.close();
  }
}

/** Signs in as a sample account. */
export async function signIn(context: BrowserContext, account: Account): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(`${account}@kithbook.example`);
  await page.getByLabel('Password', { exact: true }).fill('kithbook');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/affiliate-dashboard');
  await page.close();
}

async function takeShot(context: BrowserContext, shot: Shot, file: string): Promise<void> {
  // A dialog or the place of a scrolled page would not survive another width.
  const groups = shot.state?.isWindowOnly ? widths.map((width) => [width]) : [widths];
  for (const group of groups) {
    const page = await context.newPage();
    await page.setViewportSize(windowSize(group[0] ?? 0));
    const isShown = await open(page, shot);
    if (isShown) await takePictures(page, file, group, !shot.state?.isWindowOnly);
    await page.close();
  }
}

/** Opens a page in a state. Returns false if the page has sent the visitor elsewhere. */
async function open(page: Page, { page: name, state }: Shot): Promise<boolean> {
  const path = pathFromName(name);
  await state?.prepare?.(page);
  await page.goto(state?.path ?? path);
  if (state) {
    await pageScriptHasRun(page);
    await state.act(page);
  } else {
    await page.waitForLoadState('networkidle');
    if (new URL(page.url()).pathname !== path) return false;
  }
  // The script of a page sets the attribute. The pages that the server renders have it from the start.
  await page.waitForSelector('[data-fonts]');
  // Renders the parts that a phone skips until they are near.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
  return true;
}

function windowSize(width: number) {
  return { width, height: width < 768 ? 740 : 900 };
}

/** Takes pictures of an open page in both color schemes, at these widths. */
export async function takePictures(
  page: Page,
  file: string,
  group: readonly number[],
  fullPage: boolean,
): Promise<void> {
  for (const width of group) {
    await page.setViewportSize(windowSize(width));
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const path = `${file}_${colorScheme}_${String(width)}.png`;
      await page.screenshot({ path, fullPage, animations: 'disabled' });
    }
  }
}
