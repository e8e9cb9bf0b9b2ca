/** The used fields of an event in a browser's trace. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Duration by the clock. */
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
  readonly args?: { readonly beginData?: { readonly url?: string } };
}

/** Factors by which Lighthouse's simulated phone is slower, for tasks and for layout. */
const SLOWER = 4;
const LAYOUT_SLOWER = 2;
/** The part of a task beyond this duration is blocking (https://web.dev/articles/tbt). */
const FREE_MS = 50;

/**
 * Returns the milliseconds that a page blocks its main thread after the first paint, on Lighthouse's phone, by processor time.
 * Lighthouse uses the clock, which also counts the time that a task waits for other processes. Throws if the trace lacks the page
 * or its first paint.
 */
export function blockingTime(events: readonly TraceEvent[], url: string): number {
  const parse = events.findLast(({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url);
  if (!parse) throw new Error(`${url}: the recording has no such page.`);
  const pageEvents = events.filter(({ pid, tid }) => pid === parse.pid && tid === parse.tid);
  const painted = pageEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!painted) throw new Error(`${url}: the recording has no first paint of the page.`);
  const tasks = pageEvents.filter(({ ph }) => ph === 'X');
  const layouts = tasks.filter(({ name }) => name === 'Layout');
  return tasks
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > painted.ts)
    .map(({ ts, dur = 0, tdur = dur }) => {
      const laidOut = layouts.some((layout) => layout.ts >= ts && layout.ts < ts + dur);
      const share = Math.min(1, (ts + dur - painted.ts) / dur);
      return share * (tdur / 1000) * (laidOut ? LAYOUT_SLOWER : SLOWER);
    })
    .reduce((blocked, ms) => blocked + Math.max(0, ms - FREE_MS), 0);
}
