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
 * How long, in milliseconds, the page at `url` blocks its main thread on Lighthouse's phone by what the processor did for it.
 * Lighthouse goes by the clock, which on a machine of few cores also counts how long a task waits for the browser's other
 * processes; and it counts what comes after the first paint, this the whole load. Throws for a recording without the page.
 */
export const blockedByProcessor = (events: readonly TraceEvent[], url: string): number => {
  const parse = events.findLast(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url);
  if (!parse) throw new Error(`${url}: the recording has no such page.`);
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === parse.pid && tid === parse.tid);
  const layouts = own.filter(({ name }) => name === 'Layout');
  return own
    .filter(({ name }) => name === 'RunTask')
    .map(({ ts, dur = 0, tdur = dur }) => {
      const laidOut = layouts.some((layout) => layout.ts >= ts && layout.ts < ts + dur);
      return (tdur / 1000) * (laidOut ? LAYOUT_SLOWER : SLOWER);
    })
    .reduce((blocked, ms) => blocked + Math.max(0, ms - FREE_MS), 0);
};
