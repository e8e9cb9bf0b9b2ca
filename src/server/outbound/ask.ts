import { currentPiece, type Dependency, timeLeft } from './piece.ts';

/** An answer that takes longer than this, in milliseconds, is worth a line in the log. */
const slowMs = 1_000;

/** The cause of what failed because nobody answered in time. */
class NoAnswer extends Error {
  constructor(dependency: Dependency) {
    super(`No answer in time: ${dependency}`);
    this.name = 'NoAnswer';
  }
}

/**
 * Asks somebody outside, counts it for the piece of work that goes on, and reports it when it was slow or failed.
 * `isOutage` tells a failure of theirs from an answer that is an error.
 */
export const ask = async <T>(
  dependency: Dependency,
  question: () => Promise<T>,
  isOutage: (error: unknown) => boolean = () => true,
): Promise<T> => {
  const piece = currentPiece();
  const start = performance.now();
  let failed = false;
  try {
    return await question();
  } catch (error) {
    failed = isOutage(error);
    throw error;
  } finally {
    const ms = performance.now() - start;
    const before = piece?.asked.get(dependency) ?? { questions: 0, ms: 0 };
    piece?.asked.set(dependency, { questions: before.questions + 1, ms: before.ms + ms });
    if (failed || ms > slowMs)
      piece?.report({ dependency, outcome: failed ? 'failed' : 'slow', ms: Math.round(ms) });
  }
};

/**
 * Settles with the work, or rejects with NoAnswer after `limitMs`, or sooner when the piece of work has no time left;
 * with none at all, nothing is begun. The signal ends work that listens to it.
 */
export const inTime = async <T>(
  dependency: Dependency,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ms = timeLeft(limitMs);
  if (ms === 0) throw new NoAnswer(dependency);
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new NoAnswer(dependency);
    late.reject(reason);
    ending.abort(reason);
  }, ms);
  try {
    return await Promise.race([work(ending.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Settles with the work, or rejects with the signal's reason as soon as that ends the wait; the work itself goes on. */
export const unlessAborted = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const ended = Promise.withResolvers<never>();
  const stop = () => {
    ended.reject(signal.reason);
  };
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
