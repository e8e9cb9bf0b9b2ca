import { AsyncLocalStorage } from 'node:async_hooks';

/** Whom the server asks. */
export type Dependency = 'database' | 'payments' | 'identity';

/** How often somebody was asked, and for how many milliseconds that was waited for, all questions added up. */
export interface Asked {
  readonly questions: number;
  readonly ms: number;
}

/** A question that failed, or took long; nothing of what was asked or answered. */
export interface Trouble {
  readonly dependency: Dependency;
  readonly outcome: 'failed' | 'slow';
  readonly ms: number;
}

/** A piece of work, such as a call: the time it has for answers from outside, and what it asked so far. */
export interface Piece {
  /** On the monotonic clock, in milliseconds. */
  readonly endsAt: number;
  /** How long the whole piece may wait, in milliseconds. */
  readonly limitMs: number;
  readonly asked: Map<Dependency, Asked>;
  readonly report: (trouble: Trouble) => void;
}

const key = Symbol.for('server.piece-of-work');

const makeStorage = (): AsyncLocalStorage<Piece> => {
  const made = new AsyncLocalStorage<Piece>();
  Reflect.set(globalThis, key, made);
  return made;
};

const shared: unknown = Reflect.get(globalThis, key);

/** One for all copies of the server in a process: the local stack lends each of them the same database. */
const storage = shared instanceof AsyncLocalStorage ? (shared as AsyncLocalStorage<Piece>) : makeStorage();

/** The piece of work that is going on; undefined in commands, which may take their time. */
export const currentPiece = (): Piece | undefined => storage.getStore();

/**
 * Does a piece of work that waits `limitMs` milliseconds for answers from outside, all of them together; `asked` fills
 * while it is at it. Inside another piece it has a time of its own, and counts and reports where that one does.
 */
export const withinTime = <T>(
  limitMs: number,
  work: (asked: ReadonlyMap<Dependency, Asked>) => T,
  report: Piece['report'] = currentPiece()?.report ?? (() => undefined),
): T => {
  const asked = currentPiece()?.asked ?? new Map<Dependency, Asked>();
  return storage.run({ endsAt: performance.now() + limitMs, limitMs, asked, report }, () => work(asked));
};

/** How many milliseconds a question may take that is given `atMostMs` by itself: whole ones, 0 when time is up. */
export const timeLeft = (atMostMs: number): number => {
  const left = (currentPiece()?.endsAt ?? Infinity) - performance.now();
  return Math.floor(Math.max(0, Math.min(atMostMs, left)));
};
