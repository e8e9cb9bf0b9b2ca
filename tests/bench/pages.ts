import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { buildPages, separateBuild } from '../../stack/build.ts';
import { createFilesHandler } from '../../stack/built-site.ts';
import { openBrowser } from '../browsers/open-browser.ts';
import { freePort } from '../../stack/ports.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { blockingTime } from './blocking.ts';
import { median, rounded } from './median.ts';
import { serveSecurely } from './secure-server.ts';

/**
 * `npm run bench -- pages`: loads every page of the sitemap with Lighthouse (simulated phone on slow 4G, HTTP/2), and compares the
 * median of the largest paint with that of an empty page. Exits with 1 if a page is more than 10% slower, blocks, shifts, or has
 * a score below 100. The performance score counts only if an empty page has 100 on this machine in every round. Blocking is
 * measured by processor time: TBT also counts the time that the page waited for a processor.
 * `--runs 3` changes the number of rounds, `--page /buy` (repeatable) selects pages.
 */
const RATIO = 1.1;
/** The smallest layout shift that Lighthouse does not show as 0. */
const SHIFT = 0.0005;

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
/** Categories of Lighthouse that do not depend on the machine's speed. */
const steady = ['accessibility', 'best-practices', 'seo'];
const categories = ['performance', ...steady];
type Measures = Record<keyof typeof measures | 'blocked' | 'requests' | 'performance' | 'steady', number>;

/** Runs Lighthouse, and retries if the browser has lost the beginning of the trace. */
async function run(url: string, port: number, tries = 3): Promise<RunnerResult | undefined> {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' });
  const error = result?.lhr.runtimeError?.message;
  if (!error) return result;
  if (tries === 1) throw new Error(`${url}: ${error}`);
  return run(url, port, tries - 1);
}

async function measure(url: string, port: number): Promise<Measures> {
  const result = await run(url, port);
  const audits = result?.lhr.audits ?? {};
  function value(id: string): number {
    const number = audits[id]?.numericValue;
    if (number === undefined) throw new Error(`${url}: Lighthouse gave no ${id}.`);
    return number;
  }
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items.length : NaN;
  const recording = result?.artifacts.Trace.traceEvents ?? [];
  const score = (category: string): number =>
    Math.round((result?.lhr.categories[category]?.score ?? 0) * 100);
  const { LCP, FCP, CLS, TBT, bytes } = measures;
  return {
    performance: score('performance'),
    steady: Math.min(...steady.map(score)),
    LCP: value(LCP),
    FCP: value(FCP),
    CLS: value(CLS),
    TBT: value(TBT),
    blocked: blockingTime(recording, url),
    bytes: value(bytes),
    requests,
  };
}

const { files } = separateBuild('bench');
await buildPages(exampleSettings(), files);
const sitemap = await readFile(path.join(files, 'sitemap.xml'), 'utf8');
const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
const pages = values.page ?? listed;
await writeFile(
  path.join(files, 'empty.html'),
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><p>Empty',
);

const [sitePort, debugPort] = await Promise.all([freePort(), freePort()]);
const server = await serveSecurely(createFilesHandler(files), sitePort);
const browser = await openBrowser([
  `--remote-debugging-port=${String(debugPort)}`,
  '--ignore-certificate-errors',
  // Otherwise the browser starts a process for the next page while it loads this one.
  '--disable-features=SpareRendererForSitePerProcess',
]);
function load(page: string) {
  return measure(`https://localhost:${String(sitePort)}${page}`, debugPort);
}

/** Number of pages between two loads of the empty page. */
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

function row(page: string, results: readonly Measures[]) {
  const all = (name: keyof Measures) => results.map((result) => result[name]);
  const middle = (name: keyof Measures) => median(all(name));
  return {
    page,
    performance: Math.min(...all('performance')),
    'other scores': Math.min(...all('steady')),
    LCP: Math.round(middle('LCP')),
    ratio: rounded(middle('LCP') / median(empty.map(({ LCP }) => LCP)), 3),
    FCP: Math.round(middle('FCP')),
    CLS: rounded(middle('CLS'), 5),
    TBT: Math.round(middle('TBT')),
    'TBT, worst': Math.round(Math.max(...all('TBT'))),
    blocked: Math.round(middle('blocked')),
    bytes: middle('bytes'),
    requests: middle('requests'),
  };
}
const rows = loaded.map(({ page, results }) => row(page, results));
const emptyRow = row('(an empty page)', empty);
console.table([emptyRow, ...rows]);

const isPerformanceCounted = emptyRow.performance === 100;
if (!isPerformanceCounted)
  console.log(
    `Here an empty page has ${String(emptyRow.performance)} for performance: no page is held to 100.`,
  );
const missed = rows.filter(
  ({ ratio, blocked, CLS, performance, 'other scores': others }) =>
    !(ratio <= RATIO) ||
    !(CLS < SHIFT) ||
    blocked > 0 ||
    others < 100 ||
    (isPerformanceCounted && performance < 100),
);
for (const { page, ratio, blocked, CLS, performance, 'other scores': others } of missed)
  console.error(
    `${page}: ${String(ratio)} times the empty page, blocked ${String(blocked)} ms, shift ${String(CLS)}, scores ${String(performance)} and ${String(others)}`,
  );
process.exitCode = missed.length === 0 ? 0 : 1;
