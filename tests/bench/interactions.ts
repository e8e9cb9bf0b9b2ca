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
 * each press and key takes until the next paint (Event Timing). A visit's figure is INP, the 98th percentile of its interactions; a
 * scene's figure is the 75th percentile of its visits, as in Web Vitals. Exits with 1 if one is above the goal.
 * `-- interactions login checkout` selects scenes, `--rounds 2` changes the number of visits.
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
  context.setDefaultTimeout(15_000);
  if (account) await signIn(context, account);
  contexts.set(account, context);
  return context;
}

/** A press or a key until the next paint. Durations are in milliseconds. */
interface Interaction {
  readonly duration: number;
  /** The longest event of the interaction, and its target. */
  readonly event: string;
  /** Time before the handlers, and in the handlers. The rest is style, layout and paint. */
  readonly delay: number;
  readonly handlers: number;
}

/** Visits a scene, and returns its interactions. */
async function visit({ path, account, prepare, act }: Scene): Promise<readonly Interaction[]> {
  const context = await contextOf(account);
  const page = await context.newPage();
  await page.addInitScript(recordInteractions);
  await prepare?.(page);
  await page.goto(path);
  await page.waitForSelector('html[data-fonts]');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await act(page);
  await page.waitForTimeout(500);
  const interactions = await page.evaluate(() => Object.values(window.interactions));
  await page.close();
  return interactions;
}

declare global {
  interface Window {
    /** The interactions by their ids. */
    interactions: Record<number, Interaction>;
  }
}

/** Runs in the page. Records all interactions of at least 16 ms, the shortest that browsers report; shorter ones are missing. */
function recordInteractions(): void {
  window.interactions = {};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, duration, name, target, startTime, processingStart, processingEnd } = entry;
      if (interactionId === 0 || duration <= (window.interactions[interactionId]?.duration ?? 0)) continue;
      window.interactions[interactionId] = {
        duration,
        event: `${name} on ${target instanceof Element ? target.outerHTML.slice(0, 40) : '?'}`,
        delay: Math.round(processingStart - startTime),
        handlers: Math.round(processingEnd - processingStart),
      };
    }
    // The option is missing in TypeScript's types.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

function compareDurations(a: Interaction, b: Interaction): number {
  return b.duration - a.duration;
}

function describe({ duration, event, delay, handlers }: Interaction): string {
  return `  ${String(duration)} ms (${String(delay)} before handlers, ${String(handlers)} in them): ${event}`;
}

interface Row {
  readonly scene: string;
  readonly interactions: number;
  readonly inp: number;
}

/** Measures a scene. A scene that fails has no figure, and misses the goal. */
async function measure(scene: Scene): Promise<Row> {
  const visits: (readonly Interaction[])[] = [];
  try {
    for (const _ of rounds) visits.push(await visit(scene));
  } catch (error) {
    console.error(`${scene.name}: ${String(error)}`);
    return { scene: scene.name, interactions: 0, inp: NaN };
  }
  const all = visits.flat().toSorted(compareDurations);
  console.log([scene.name, ...all.slice(0, 6).map(describe)].join('\n'));
  const figures = visits.map((interactions) =>
    percentile(
      interactions.map(({ duration }) => duration),
      98,
    ),
  );
  return { scene: scene.name, interactions: all.length, inp: percentile(figures, 75) };
}

const rows: Row[] = [];
for (const scene of chosenScenes) rows.push(await measure(scene));
await browser.close();
await close();
console.table(rows);
const missed = rows.filter(({ inp }) => !(inp <= GOAL_MS));
for (const { scene, inp } of missed)
  console.error(`${scene}: ${String(inp)} ms are more than ${String(GOAL_MS)} ms.`);
process.exitCode = missed.length === 0 ? 0 : 1;
