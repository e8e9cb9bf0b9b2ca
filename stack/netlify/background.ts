import type { SiteFunction } from './functions.ts';

/** What the platform does beside answering calls. */
export interface Background {
  /** Lets a function go on after its answer. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Runs the scheduled functions every minute, whatever their schedule says: none is meant to run more often. */
  readonly runScheduled: (functions: () => Promise<readonly SiteFunction[]>) => void;
  /** Starts nothing more, and resolves once nothing is under way. */
  readonly close: () => Promise<void>;
}

const minute = 60_000;

/** The platform's background; `report` gets what went wrong there. */
export function createBackground(report: (error: unknown) => void = console.error): Background {
  const underWay = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  function waitUntil(work: Promise<unknown>): void {
    const settled = work.then(() => undefined, report).finally(() => underWay.delete(settled));
    underWay.add(settled);
  }
  return {
    waitUntil,
    runScheduled: (functions) => {
      timers.add(setInterval(() => waitUntil(functions().then(runOnce)), minute).unref());
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

async function runOnce(functions: readonly SiteFunction[]): Promise<void> {
  const request = () => new Request('http://localhost/', { method: 'POST' });
  await Promise.all(
    functions.filter(({ config }) => config.schedule).map(({ handle }) => handle(request(), {})),
  );
}
