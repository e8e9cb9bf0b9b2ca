import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { buildPages, separateBuild } from '../../stack/build.ts';
import { createFilesHandler } from '../../stack/built-site.ts';
import { openBrowser } from '../browsers/open-browser.ts';
import { fakeCounter } from '../builds/counter.ts';
import { freePort } from '../../stack/ports.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { blockingTime, type TraceEvent } from './blocking.ts';
import { median, rounded } from './median.ts';
import { serveSecurely } from './secure-server.ts';

/**
 * `npm run bench -- pages`: loads every page of the sitemap with Lighthouse (simulated phone on slow 4G, HTTP/2), and compares the
 * median of the largest paint with that of an empty page. Exits with 1 if a page is more than 5% slower, blocks, shifts, or has
 * a score below 100. The performance score counts only if an empty page has 100 on this machine in every round. Blocking is
 * measured by processor time: TBT also counts the time that the page waited for a processor.
 * `--runs 3` changes the number of rounds, `--page /buy` (repeatable) selects pages.
 */

/** The slowest accepted largest paint, as a multiple of the empty page's. */
const RATIO = 1.05;
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
const steadyCategories = ['accessibility', 'best-practices', 'seo'];
const categories = ['performance', ...steadyCategories];
type Measures = Record<keyof typeof measures | 'blocked' | 'requests' | 'performance' | 'steady', number>;

/** The fields of Lighthouse's report that this file reads. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<
    Record<
      string,
      { readonly numericValue?: number; readonly details?: { readonly items?: readonly unknown[] } }
    >
  >;
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
}

/** Not in package.json, because only this benchmark uses it: npx downloads it at the first run. */
const lighthouse = 'lighthouse@13.5.0';
const reportsFolder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));

/** Runs Lighthouse in the browser at a port, and retries if the browser has lost the beginning of the trace. */
async function runLighthouse(
  url: string,
  port: number,
  tries = 3,
): Promise<{ readonly report: Report; readonly trace: readonly TraceEvent[] }> {
  const file = path.join(reportsFolder, 'page');
  const options = [`--port=${String(port)}`, `--only-categories=${categories.join(',')}`, '--quiet'];
  // Lighthouse requests robots.txt in the name of the page, and this page forbids all connections.
  if (url.endsWith('/find-duplicates')) options.push('--skip-audits=robots-txt');
  const output = ['--output=json', `--output-path=${file}.json`, '--save-assets'];
  await rm(`${file}.json`, { force: true });
  await promisify(execFile)('npx', ['--yes', lighthouse, url, ...options, ...output], {
    shell: process.platform === 'win32',
  }).catch((error: unknown) => {
    // Lighthouse also exits with 1 after a report with an error.
    if (!existsSync(`${file}.json`)) throw error;
  });
  const report = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Report;
  if (report.runtimeError) {
    if (tries === 1) throw new Error(`${url}: ${report.runtimeError.message}`);
    return runLighthouse(url, port, tries - 1);
  }
  const { traceEvents } = JSON.parse(await readFile(`${file}-0.trace.json`, 'utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  return { report, trace: traceEvents };
}

async function measure(url: string, port: number): Promise<Measures> {
  const { report, trace } = await runLighthouse(url, port);
  const { audits } = report;
  function metric(id: string): number {
    const number = audits[id]?.numericValue;
    if (number === undefined) throw new Error(`${url}: Lighthouse gave no ${id}.`);
    return number;
  }
  const score = (category: string): number => Math.round((report.categories[category]?.score ?? 0) * 100);
  const { LCP, FCP, CLS, TBT, bytes } = measures;
  return {
    performance: score('performance'),
    steady: Math.min(...steadyCategories.map(score)),
    LCP: metric(LCP),
    FCP: metric(FCP),
    CLS: metric(CLS),
    TBT: metric(TBT),
    blocked: blockingTime(trace, url),
    bytes: metric(bytes),
    requests: audits['network-requests']?.details?.items?.length ?? NaN,
  };
}

const { files } = separateBuild('bench');
await buildPages(exampleSettings(), files);
const sitemap = await readFile(path.join(files, 'sitemap.xml'), 'utf8');
const sitemapPaths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
  ([, loc = '']) => new URL(loc).pathname,
);
const pages = values.page ?? sitemapPaths;
await writeFile(
  path.join(files, 'empty.html'),
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><p>Empty',
);

const [sitePort, debugPort] = await Promise.all([freePort(), freePort()]);
const server = await serveSecurely(createFilesHandler(files, [fakeCounter]), sitePort);
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
await rm(reportsFolder, { recursive: true });

function tableRow(page: string, results: readonly Measures[]) {
  const valuesOf = (name: keyof Measures) => results.map((result) => result[name]);
  const medianOf = (name: keyof Measures) => median(valuesOf(name));
  return {
    page,
    performance: Math.min(...valuesOf('performance')),
    'other scores': Math.min(...valuesOf('steady')),
    LCP: Math.round(medianOf('LCP')),
    ratio: rounded(medianOf('LCP') / median(empty.map(({ LCP }) => LCP)), 3),
    FCP: Math.round(medianOf('FCP')),
    CLS: rounded(medianOf('CLS'), 5),
    TBT: Math.round(medianOf('TBT')),
    'TBT, worst': Math.round(Math.max(...valuesOf('TBT'))),
    blocked: Math.round(medianOf('blocked')),
    bytes: medianOf('bytes'),
    requests: medianOf('requests'),
  };
}
const rows = loaded.map(({ page, results }) => tableRow(page, results));
const emptyRow = tableRow('(an empty page)', empty);
console.table([emptyRow, ...rows]);

const isPerformanceCounted = emptyRow.performance === 100;
if (!isPerformanceCounted)
  console.log(
    `An empty page has a performance score of ${String(emptyRow.performance)} here, so pages may have less than 100.`,
  );
const missed = rows.filter(
  ({ ratio, blocked, CLS, performance, 'other scores': otherScores }) =>
    !(ratio <= RATIO) ||
    !(CLS < SHIFT) ||
    blocked > 0 ||
    otherScores < 100 ||
    (isPerformanceCounted && performance < 100),
);
for (const { page, ratio, blocked, CLS, performance, 'other scores': otherScores } of missed)
  console.error(
    `${page}: ${String(ratio)} times the empty page, blocked ${String(blocked)} ms, shift ${String(CLS)}, scores ${String(performance)} and ${String(otherScores)}`,
  );
process.exitCode = missed.length === 0 ? 0 : 1;
