import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { buildPages, separateBuild } from '../stack/build.ts';
import { filesHandler } from '../stack/built-site.ts';
import { openBrowser } from '../stack/open-browser.ts';
import { freePort } from '../stack/ports.ts';
import { localSettings } from '../stack/settings.ts';
import { blockedByProcessor } from './blocking.ts';
import { median, rounded } from './median.ts';
import { serveSecurely } from './secure-server.ts';

/**
 * `npm run bench -- pages`: loads every page of the sitemap with Lighthouse (a phone on slow 4G, simulated) over HTTP/2 and
 * compares the median of its largest paint with that of an empty page, which is loaded now and then in between. Ends with 1
 * when a page is more than a tenth slower, blocks, moves, or has less than 100 in a category in any round. What it blocks is
 * judged by what the processor did for it: Lighthouse's own figure, TBT, stands beside it, and also counts how long the page
 * waited for a processor. `--runs 3` takes fewer rounds, `--page /buy` (repeatable) fewer pages.
 */
const RATIO = 1.1;
/** The least layout shift that does not round to 0.00. */
const SHIFT = 0.005;

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, page: { type: 'string', multiple: true } },
});
const rounds = Array.from({ length: Number(values.runs) }, (_, round) => round);

const measures = {
  LCP: 'largest-contentful-paint',
  FCP: 'first-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
  bytes: 'total-byte-weight',
} as const;
/** Lighthouse's four categories. */
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
type Measures = Record<keyof typeof measures | 'blocked' | 'requests' | 'score', number>;

/** Now and then the browser loses the beginning of a recording: then nothing was measured, and it is done again. */
const run = async (url: string, port: number, tries = 3): Promise<RunnerResult | undefined> => {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' });
  const error = result?.lhr.runtimeError?.message;
  if (!error) return result;
  if (tries === 1) throw new Error(`${url}: ${error}`);
  return run(url, port, tries - 1);
};

const measure = async (url: string, port: number): Promise<Measures> => {
  const result = await run(url, port);
  const audits = result?.lhr.audits ?? {};
  const value = (id: string): number => {
    const number = audits[id]?.numericValue;
    if (number === undefined) throw new Error(`${url}: Lighthouse gave no ${id}.`);
    return number;
  };
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items.length : NaN;
  const recording = result?.artifacts.Trace.traceEvents ?? [];
  const scores = categories.map((category) => result?.lhr.categories[category]?.score ?? 0);
  const { LCP, FCP, CLS, TBT, bytes } = measures;
  return {
    score: Math.round(Math.min(...scores) * 100),
    LCP: value(LCP),
    FCP: value(FCP),
    CLS: value(CLS),
    TBT: value(TBT),
    blocked: blockedByProcessor(recording, url),
    bytes: value(bytes),
    requests,
  };
};

const { files } = separateBuild('bench');
await buildPages(localSettings({ PUBLIC_ANALYTICS_ID: '' }), files);
const sitemap = await readFile(path.join(files, 'sitemap.xml'), 'utf8');
const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
const pages = values.page ?? listed;
await writeFile(
  path.join(files, 'empty.html'),
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><p>Empty',
);

const [sitePort, debugPort] = await Promise.all([freePort(), freePort()]);
const server = await serveSecurely(filesHandler(files), sitePort);
const browser = await openBrowser([
  `--remote-debugging-port=${String(debugPort)}`,
  '--ignore-certificate-errors',
  // Or the browser starts a process for the next page while it loads this one, which is no work of the page's.
  '--disable-features=SpareRendererForSitePerProcess',
]);
const load = (page: string) => measure(`https://localhost:${String(sitePort)}${page}`, debugPort);

/** How many pages are loaded between two loads of the empty one. */
const STRIDE = 4;
const empty: Measures[] = [];
const loaded = pages.map((page) => ({ page, results: [] as Measures[] }));
for (const round of rounds) {
  console.log(`Round ${String(round + 1)} of ${String(rounds.length)} …`);
  for (const [place, { page, results }] of loaded.entries()) {
    if (place % STRIDE === 0) empty.push(await load('/empty'));
    results.push(await load(page));
  }
}
await browser.close();
server.close();

const row = (page: string, results: readonly Measures[]) => {
  const middle = (name: keyof Measures) => median(results.map((result) => result[name]));
  return {
    page,
    'least score': Math.min(...results.map(({ score }) => score)),
    LCP: Math.round(middle('LCP')),
    ratio: rounded(middle('LCP') / median(empty.map(({ LCP }) => LCP)), 3),
    FCP: Math.round(middle('FCP')),
    CLS: rounded(middle('CLS'), 4),
    TBT: Math.round(middle('TBT')),
    blocked: Math.round(middle('blocked')),
    bytes: middle('bytes'),
    requests: middle('requests'),
  };
};
const rows = loaded.map(({ page, results }) => row(page, results));
console.table([row('(an empty page)', empty), ...rows]);

const missed = rows.filter(
  ({ ratio, blocked, CLS, ...row }) =>
    !(ratio <= RATIO) || !(CLS < SHIFT) || blocked > 0 || row['least score'] < 100,
);
for (const { page, ratio, blocked, CLS, ...row } of missed)
  console.error(
    `${page}: ${String(ratio)} times the empty page, blocked ${String(blocked)} ms, shift ${String(CLS)}, score ${String(row['least score'])}`,
  );
process.exitCode = missed.length === 0 ? 0 : 1;
