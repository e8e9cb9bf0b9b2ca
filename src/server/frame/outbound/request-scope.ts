import { AsyncLocalStorage } from 'node:async_hooks';

/** A service that the server calls. */
export type Dependency = 'database' | 'payments' | 'identity' | 'leaked-passwords';

/** The number of calls to a service, and the milliseconds that were spent waiting for all of them. */
export interface DependencyStats {
  readonly calls: number;
  readonly ms: number;
}

/** A call to a service that failed or was slow, without anything that was sent or received. */
export interface SlowCall {
  readonly dependency: Dependency;
  readonly outcome: 'failed' | 'slow';
  readonly ms: number;
}

/** An API call or a run of a job: the time left for calls to services, and statistics of these calls. */
export interface RequestScope {
  /** When the time is over, on the clock of `performance.now()`. */
  readonly endsAt: number;
  /** The time limit of the whole scope, in milliseconds. */
  readonly limitMs: number;
  readonly stats: Map<Dependency, DependencyStats>;
  readonly report: (call: SlowCall) => void;
}

const key = Symbol.for('server.request-scope');

/** The storage is shared by all copies of the server in a process, because the local stack lends them one database. */
const storage = sharedStorage() ?? createStorage();

function sharedStorage(): AsyncLocalStorage<RequestScope> | null {
  const shared: unknown = Reflect.get(globalThis, key);
  return shared instanceof AsyncLocalStorage ? (shared as AsyncLocalStorage<RequestScope>) : null;
}

function createStorage(): AsyncLocalStorage<RequestScope> {
  const created = new AsyncLocalStorage<RequestScope>();
  Reflect.set(globalThis, key, created);
  return created;
}

/** Returns the current scope, or undefined in a command, which has no time limit. */
export function currentScope(): RequestScope | undefined {
  return storage.getStore();
}

/**
 * Runs `work` in a scope of its own. Its calls to services may take `limitMs` milliseconds together. `stats` counts them.
 * Inside another scope it has its own time limit, but counts and reports into the outer one.
 */
export function withTimeLimit<T>(
  limitMs: number,
  work: (stats: ReadonlyMap<Dependency, DependencyStats>) => T,
  report: RequestScope['report'] = currentScope()?.report ?? (() => undefined),
): T {
  const stats = currentScope()?.stats ?? new Map<Dependency, DependencyStats>();
  return storage.run({ endsAt: performance.now() + limitMs, limitMs, stats, report }, () => work(stats));
}

/** Returns the whole milliseconds that a call may take: at most `maxMs`, and 0 if the scope has no time left. */
export function remainingMs(maxMs: number): number {
  const left = (currentScope()?.endsAt ?? Infinity) - performance.now();
  return Math.floor(Math.max(0, Math.min(maxMs, left)));
}
