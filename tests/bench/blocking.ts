/** What is asked of an event of a browser's recording; `ts`, `dur` and `tdur` in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** How long it took by the clock. */
  readonly dur?: number;
  /** How long the processor was at it. */
  readonly tdur?: number;
  readonly args?: { readonly beginData?: { readonly url?: string } };
}

/** What Lighthouse's simulated phone makes of a task, and of one that lays the page out. */
const SLOWER = 4;
const LAYOUT_SLOWER = 2;
/** A task blocks with what it takes beyond this (https://web.dev/articles/tbt). */
const FREE_MS = 50;

/**
 * How long, in milliseconds, the page at `url` blocks its main thread after its first paint, on Lighthouse's phone and by what
 * the processor did for it. Lighthouse goes by the clock, which on a machine of few cores also counts how long a task waits
 * for the browser's other processes. Throws for a recording without the page or its first paint.
 */
export const blockedByProcessor = (events: readonly TraceEvent[], url: string): number => {
  const parse = events.findLast(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url);
  if (!parse) throw new Error(`${url}: the recording has no such page.`);
  const ofPage = events.filter(({ pid, tid }) => pid === parse.pid && tid === parse.tid);
  const painted = ofPage.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!painted) throw new Error(`${url}: the recording has no first paint of the page.`);
  const own = ofPage.filter(({ ph }) => ph === 'X');
  const layouts = own.filter(({ name }) => name === 'Layout');
  return own
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > painted.ts)
    .map(({ ts, dur = 0, tdur = dur }) => {
      const laidOut = layouts.some((layout) => layout.ts >= ts && layout.ts < ts + dur);
      const share = Math.min(1, (ts + dur - painted.ts) / dur);
      return share * (tdur / 1000) * (laidOut ? LAYOUT_SLOWER : SLOWER);
    })
    .reduce((blocked, ms) => blocked + Math.max(0, ms - FREE_MS), 0);
};
