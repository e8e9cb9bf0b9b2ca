import { currentScope, type Dependency, remainingMs } from './request-scope.ts';

/** Slower calls are reported. Milliseconds. */
const slowMs = 1_000;

/** Error of a service that did not answer in time. */
class TimeoutError extends Error {
  constructor(dependency: Dependency) {
    super(`No answer in time: ${dependency}`);
    this.name = 'TimeoutError';
  }
}

/**
 * Makes a call to a service, counts it in the current scope, and reports it if it was slow or failed. `isOutage` returns
 * false for an error that the service itself answered.
 */
export async function withTiming<T>(
  dependency: Dependency,
  call: () => Promise<T>,
  isOutage: (error: unknown) => boolean = () => true,
): Promise<T> {
  const scope = currentScope();
  const start = performance.now();
  let failed = false;
  try {
    return await call();
  } catch (error) {
    failed = isOutage(error);
    throw error;
  } finally {
    const ms = performance.now() - start;
    const before = scope?.stats.get(dependency) ?? { calls: 0, ms: 0 };
    scope?.stats.set(dependency, { calls: before.calls + 1, ms: before.ms + ms });
    if (failed || ms > slowMs)
      scope?.report({ dependency, outcome: failed ? 'failed' : 'slow', ms: Math.round(ms) });
  }
}

/**
 * Settles like `work`, or rejects with TimeoutError after `limitMs` milliseconds, or sooner if the scope has less time left.
 * `work` does not start if no time is left. `work` may listen to the signal to stop early.
 */
export async function withTimeout<T>(
  dependency: Dependency,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ms = remainingMs(limitMs);
  if (ms === 0) throw new TimeoutError(dependency);
  const controller = new AbortController();
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new TimeoutError(dependency);
    timeout.reject(reason);
    controller.abort(reason);
  }, ms);
  try {
    return await Promise.race([work(controller.signal), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles like `work`, or rejects with the signal's reason when the signal aborts. The work itself goes on. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => {
    aborted.reject(signal.reason);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
