import type { SiteFunction } from './functions.ts';

/** Work after answers, and scheduled work. */
export interface Background {
  /** Lets a function work after its answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Runs all scheduled functions every minute and ignores their schedules. One of them runs every minute on Netlify, too. */
  readonly runScheduled: (functions: () => Promise<readonly SiteFunction[]>) => void;
  /** Stops the timers, and resolves once all work is done. */
  readonly close: () => Promise<void>;
}

const MINUTE_MS = 60_000;

/** Creates the background work. `report` gets its errors. */
export function createBackground(report: (error: unknown) => void = console.error): Background {
  const pending = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  function waitUntil(work: Promise<unknown>): void {
    const tracked = work.then(() => undefined, report).finally(() => pending.delete(tracked));
    pending.add(tracked);
  }
  return {
    waitUntil,
    runScheduled: (functions) => {
      timers.add(setInterval(() => waitUntil(functions().then(runScheduledFunctions)), MINUTE_MS).unref());
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

async function runScheduledFunctions(functions: readonly SiteFunction[]): Promise<void> {
  const request = () => new Request('http://localhost/', { method: 'POST' });
  await Promise.all(
    functions.filter(({ config }) => config.schedule).map(({ handle }) => handle(request(), {})),
  );
}
