import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { openBrowser } from '../browsers/open-browser.ts';

const REQUESTS = 8;
/** Of account screens, with Firebase's SDK, which is held here after its first file. */
const SCREEN_SCRIPTS = 12;
/** A cumulative layout shift that rounds to 0.00: letters move by parts of a pixel when the faces come, lines do not. */
const SHIFT = 0.005;

const url = inject('siteUrl');
const pages = inject('pages');
const sitemap = await readFile(join(inject('files'), 'sitemap.xml'), 'utf8');
/** Screens of an application, which nobody searches for, fetch their script at once. */
const isListed = (path: string): boolean => sitemap.includes(`<loc>${new URL(path, site.url).href}</loc>`);
let browser: Browser;
beforeAll(async () => {
  // The headless shell gives the fallback faces other widths, and lines move when the faces come.
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Runs in the page: waits for the faces, scrolls through as a reader does, and says what happened. */
const readThrough = async () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const shifts: PerformanceEntry[] = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
    type: 'layout-shift',
    buffered: true,
  });
  while (document.documentElement.dataset.faces === undefined) await pause(20);
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    await pause(30);
  }
  await pause(100);
  const resources = performance.getEntriesByType('resource').map((entry) => ({
    name: entry.name,
    blocks: 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
  }));
  const unnamed = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      /^"?(?:Text|Besley) Fallback/.test(getComputedStyle(element).fontFamily),
  );
  return {
    unnamed: unnamed.map(({ textContent }) => textContent),
    shift: shifts.reduce((sum, shift) => sum + ('value' in shift ? Number(shift.value) : 0), 0),
    moved: shifts.map((shift) => JSON.stringify(shift)).join('\n'),
    blocking: resources.filter(({ blocks }) => blocks).map(({ name }) => name),
    fonts: resources.filter(({ name }) => name.endsWith('.woff2')),
  };
};

/** One visit with an empty cache. */
const visit = async (path: string, width: number) => {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  // Screens that lead a signed-out visitor elsewhere stay while they ask who it is.
  await page.route('**/_astro/identity.*', () => new Promise<void>(() => undefined));
  const requests: string[] = [];
  const wrongs: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => wrongs.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrongs.push(message.text());
  });
  await page.goto(url + path);
  const seen = await page.evaluate(readThrough);
  await context.close();
  return { ...seen, requests, wrongs };
};

test('the sitemap lists pages of this build', () => {
  expect(pages.filter(({ path }) => isListed(path)).length).toBeGreaterThan(15);
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(layouts));
});

/** One page of each layout: a tour of pitches, the checkout, long lists, folded questions, and plain text. */
const layouts = ['/', '/buy', '/download', '/release-notes', '/affiliate-pitch', '/why'];
const visits = pages.flatMap(({ path }) =>
  (layouts.includes(path) ? [360, 1440] : [360]).map((width) => [path, width] as const),
);

test.concurrent.for(visits)('%s loads quietly at %i px', async ([path, width], { expect }) => {
  const { requests, wrongs, blocking, shift, moved, fonts, unnamed } = await visit(path, width);
  expect.soft(wrongs).toEqual([]);
  expect.soft(requests.filter((request) => !request.startsWith(`${url}/`))).toEqual([]);
  expect.soft(blocking, 'what the first paint waits for').toEqual([]);
  expect.soft(shift, moved).toBeLessThan(SHIFT);
  expect.soft(fonts.length).toBeGreaterThan(0);
  expect.soft(unnamed, 'texts that no face was named for').toEqual([]);
  if (isListed(path)) expect.soft(requests.length, requests.join('\n')).toBeLessThanOrEqual(REQUESTS);
  const scripts = requests.filter((request) => request.endsWith('.js'));
  expect.soft(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(SCREEN_SCRIPTS);
});
