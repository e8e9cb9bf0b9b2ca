/** The used fields of an event in a browser's trace. Times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  /** Phase. An event with a duration has X. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Duration by the clock. */
  readonly dur?: number;
  /** Processor time. */
  readonly tdur?: number;
  readonly args?: {
    readonly beginData?: { readonly url?: string };
    /** The name of a thread. */
    readonly name?: string;
  };
}

/** Factors by which Lighthouse's simulated phone is slower, for tasks and for layout. */
const TASK_SLOWDOWN = 4;
const LAYOUT_SLOWDOWN = 2;
/** The part of a task beyond this duration is blocking (https://web.dev/articles/tbt). */
const NOT_BLOCKING_MS = 50;

/**
 * Returns the milliseconds that a page blocks its main thread after the first paint, on Lighthouse's phone, by processor time.
 * Lighthouse uses the clock, which also counts the time that a task waits for other processes. Throws if the trace lacks the page
 * or its first paint.
 */
export function blockingTime(events: readonly TraceEvent[], url: string): number {
  const parseEvent = events.findLast(
    ({ name, args }) => name === 'ParseHTML' && args?.beginData?.url === url,
  );
  if (!parseEvent) throw new Error(`${url}: the recording has no such page.`);
  const pageEvents = events.filter(({ pid, tid }) => pid === parseEvent.pid && tid === parseEvent.tid);
  const firstPaint = pageEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!firstPaint) throw new Error(`${url}: the recording has no first paint of the page.`);
  const tasks = pageEvents.filter(({ ph }) => ph === 'X');
  const layouts = tasks.filter(({ name }) => name === 'Layout');
  return tasks
    .filter(({ name, ts, dur = 0 }) => name === 'RunTask' && ts + dur > firstPaint.ts)
    .map(({ ts, dur = 0, tdur = dur }) => {
      const hasLayout = layouts.some((layout) => layout.ts >= ts && layout.ts < ts + dur);
      const shareAfterPaint = Math.min(1, (ts + dur - firstPaint.ts) / dur);
      return shareAfterPaint * (tdur / 1000) * (hasLayout ? LAYOUT_SLOWDOWN : TASK_SLOWDOWN);
    })
    .reduce((blocked, ms) => blocked + Math.max(0, ms - NOT_BLOCKING_MS), 0);
}
