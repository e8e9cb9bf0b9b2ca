import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { openBrowser } from '../browsers/open-browser.ts';
import { pagesWithAllSections } from '../pages-with-all-sections.ts';

/** Limit for the requests of a page in the sitemap, without the empty request that counts the view after the first paint. */
const REQUESTS = 9;
/** /download asks for the dates of three files. */
const DOWNLOAD_REQUESTS = 10;
const counter = '/api/counts/view?';
/**
 * Limit for the scripts of a page. The list of affiliates loads the most, with the code of admins and of affiliates. The first file of
 * Firebase's SDK never arrives here.
 */
const SCREEN_SCRIPTS = 14;
/**
 * Maximum cumulative layout shift. A line may wrap differently when the fonts load, because the fallback font depends on the
 * system. Web Vitals call up to 0.1 good.
 */
const SHIFT = 0.05;

const url = inject('siteUrl');
const pages = inject('pages');
const sitemap = await readFile(join(inject('files'), 'sitemap.xml'), 'utf8');
/** True for a page in the sitemap. Account screens are not in it, and load their script at once. */
const isListed = (path: string): boolean => sitemap.includes(`<loc>${new URL(path, site.url).href}</loc>`);
let browser: Browser;
beforeAll(async () => {
  // Not the headless shell: its fallback fonts have other widths.
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Waits for the fonts, scrolls through the page, and returns its measurements. Runs in the page. */
const readThrough = async () => {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const shifts: PerformanceEntry[] = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
    type: 'layout-shift',
    buffered: true,
  });
  while (document.documentElement.dataset.fonts === undefined) await pause(20);
  // The API reference is hundreds of viewports long and repeats itself.
  const end = Math.min(document.documentElement.scrollHeight, 20 * innerHeight);
  for (let y = 0; y < end; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    await pause(30);
  }
  await pause(100);
  const resources = performance.getEntriesByType('resource').map((entry) => ({
    name: entry.name,
    blocks: 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking',
  }));
  const fallbackTexts = [...document.querySelectorAll('body, body *')].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      /^"?(?:Text|Besley) Fallback/.test(getComputedStyle(element).fontFamily),
  );
  return {
    fallbackTexts: fallbackTexts.map(({ textContent }) => textContent),
    shift: shifts.reduce((sum, shift) => sum + ('value' in shift ? Number(shift.value) : 0), 0),
    shifts: shifts.map((shift) => JSON.stringify(shift)).join('\n'),
    blocking: resources.filter(({ blocks }) => blocks).map(({ name }) => name),
    fonts: resources.filter(({ name }) => name.endsWith('.woff2')),
  };
};

/** Visits a page with an empty cache. */
const visit = async (path: string, width: number) => {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  // Without Firebase, screens that redirect signed-out visitors stay open.
  await page.route('**/_astro/identity.*', () => new Promise<void>(() => undefined));
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes(counter)) requests.push(request.url());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(url + path);
  const result = await page.evaluate(readThrough);
  await context.close();
  return { ...result, requests, errors };
};

test('the sitemap lists pages of this build', () => {
  expect(pages.filter(({ path }) => isListed(path)).length).toBeGreaterThan(15);
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining([...onPhones]));
});

/** A page of each layout. */
const layouts = ['/', '/buy', '/download', '/purchases', '/release-notes', '/affiliate-pitch', '/why'];
/** The API reference, a form, a list and a dashboard. The other screens are made of the same parts. */
const screens = ['/api/docs', '/login', '/affiliate-admin', '/affiliate-dashboard'];
const onPhones = new Set([...layouts, ...pagesWithAllSections(), ...screens]);
const visits = [
  ...[...onPhones].map((path) => [path, 360] as const),
  ...layouts.map((path) => [path, 1440] as const),
];

test.concurrent.for(visits)(
  '%s loads without errors, layout shifts and superfluous requests at %i px',
  async ([path, width], { expect }) => {
    const { requests, errors, blocking, shift, shifts, fonts, fallbackTexts } = await visit(path, width);
    expect.soft(errors).toEqual([]);
    expect.soft(requests.filter((request) => !request.startsWith(`${url}/`))).toEqual([]);
    expect.soft(blocking, 'resources that block the first paint').toEqual([]);
    expect.soft(shift, shifts).toBeLessThan(SHIFT);
    expect.soft(fonts.length).toBeGreaterThan(0);
    expect.soft(fallbackTexts, 'texts in a fallback font').toEqual([]);
    const limit = path === '/download' ? DOWNLOAD_REQUESTS : REQUESTS;
    if (isListed(path)) expect.soft(requests.length, requests.join('\n')).toBeLessThanOrEqual(limit);
    const scripts = requests.filter((request) => request.endsWith('.js'));
    expect.soft(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(SCREEN_SCRIPTS);
  },
);
