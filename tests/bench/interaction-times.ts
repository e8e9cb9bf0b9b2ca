import type { TraceEvent } from './blocking.ts';

/** Factor by which the phone is slower than this machine. */
const SLOWDOWN = 4;

/** The time of a press or a key until the next paint, in milliseconds. */
export interface Interaction {
  /** By the clock of this machine, which also counts the time that a task waits for other processes. */
  readonly clock: number;
  /** The processor time of the page's main thread, on a phone. */
  readonly processor: number;
}

/** Returns the interactions of a recording. The longest event of each counts, as in INP. */
export function interactionTimes(events: readonly TraceEvent[]): readonly Interaction[] {
  const longest = new Map<number, { readonly event: TraceEvent; readonly duration: number }>();
  for (const event of events) {
    const { interactionId = 0, duration = 0 } = event.args?.data ?? {};
    if (event.name !== 'EventTiming' || event.ph !== 'b' || interactionId === 0) continue;
    if (duration > (longest.get(interactionId)?.duration ?? -1))
      longest.set(interactionId, { event, duration });
  }
  return [...longest.values()].map(({ event, duration }) => {
    const end = event.ts + duration * 1_000;
    const tasks = events.filter(
      ({ name, ph, pid, tid, ts, dur = 0 }) =>
        name === 'RunTask' &&
        ph === 'X' &&
        pid === event.pid &&
        tid === event.tid &&
        ts + dur > event.ts &&
        ts < end,
    );
    const used = tasks.reduce((sum, { dur = 0, tdur = dur }) => sum + tdur, 0);
    return { clock: duration, processor: Math.round((used / 1_000) * SLOWDOWN) };
  });
}
