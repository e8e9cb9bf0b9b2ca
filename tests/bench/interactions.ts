import { parseArgs } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { openBrowser } from '../browsers/open-browser.ts';
import { chooseTestPorts } from '../builds/test-settings.ts';
import { startTestSite } from '../builds/test-site.ts';
import { redirectServerLog } from '../e2e/server-log.ts';
import { insertSampleRecords } from '../look/sample-records.ts';
import type { Account } from '../look/screen-state.ts';
import { signIn } from '../look/take-screenshots.ts';
import { percentile } from './median.ts';
import { type Scene, scenes } from './scenes.ts';

/**
 * `npm run bench -- interactions`: uses every island on a phone that is four times slower than this machine, and measures how long
 * each press and key takes until the next paint (Event Timing, which INP is made of). Exits with 1 if an island's 98th percentile
 * is above the goal. `-- interactions login checkout` selects scenes, `--rounds 2` changes
 * the number of visits.
 */

/** The goal in milliseconds. Web Vitals call 200 good. */
const GOAL_MS = 100;
const SLOWDOWN = 4;

const { values, positionals: selected } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' } },
});
const rounds = Array.from({ length: Number(values.rounds) });
const chosenScenes = scenes.filter(({ name }) => selected.length === 0 || selected.includes(name));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

await redirectServerLog();
const { url, stack, close } = await startTestSite(await chooseTestPorts());
await insertSampleRecords(stack.database);
const browser = await openBrowser();
const contexts = new Map<Account | undefined, BrowserContext>();

async function contextOf(account: Account | undefined): Promise<BrowserContext> {
  const known = contexts.get(account);
  if (known) return known;
  const context = await browser.newContext({ ...phone, baseURL: url });
  if (account) await signIn(context, account);
  contexts.set(account, context);
  return context;
}

/** Visits a scene, and returns the duration of each interaction in milliseconds. */
async function visit({ path, account, prepare, act }: Scene): Promise<readonly number[]> {
  const context = await contextOf(account);
  const page = await context.newPage();
  await page.addInitScript(recordInteractions);
  await prepare?.(page);
  await page.goto(path);
  await page.waitForSelector('[data-fonts]');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await act(page);
  await page.waitForTimeout(500);
  const durations = await page.evaluate(() => Object.values(window.interactions));
  await page.close();
  return durations;
}

declare global {
  interface Window {
    /** The longest event of each interaction, by its id. */
    interactions: Record<number, number>;
  }
}

/** Runs in the page. Records all interactions of at least 16 ms, the shortest that browsers report; shorter ones are missing. */
function recordInteractions(): void {
  window.interactions = {};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && typeof entry.interactionId === 'number' && entry.interactionId > 0) {
        const known = window.interactions[entry.interactionId] ?? 0;
        window.interactions[entry.interactionId] = Math.max(known, entry.duration);
      }
    // The option is missing in TypeScript's types.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

const rows: { readonly scene: string; readonly interactions: number; readonly p98: number }[] = [];
for (const scene of chosenScenes) {
  const durations: number[] = [];
  for (const _ of rounds) durations.push(...(await visit(scene)));
  rows.push({ scene: scene.name, interactions: durations.length, p98: percentile(durations, 98) });
  console.log(`${scene.name}: ${durations.toSorted((a, b) => b - a).join(' ')}`);
}
await browser.close();
await close();
console.table(rows);
const missed = rows.filter(({ p98 }) => !(p98 <= GOAL_MS));
for (const { scene, p98 } of missed)
  console.error(`${scene}: ${String(p98)} ms are more than ${String(GOAL_MS)} ms.`);
process.exitCode = missed.length === 0 ? 0 : 1;
