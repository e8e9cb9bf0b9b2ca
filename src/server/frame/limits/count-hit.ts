import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import { limits, type TargetLimit } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Context } from '../context/context.ts';
import type { Statements } from '../context/database.ts';
import { hashText } from '../db/hash-text.ts';
import { rateLimits } from '../db/schema/operations.ts';

/** A counter of hits on a target in one time window. */
export interface Counter<Value = string> {
  readonly key: Value;
  /** ISO 8601. */
  readonly windowStart: Value;
  readonly limit: TargetLimit;
}

/** Returns the counter of a target in the current window. */
export function targetCounter(target: string, limit: TargetLimit, now: Date): Counter {
  const window = limit.windowSeconds * 1_000;
  const start = new Date(Math.floor(now.getTime() / window) * window);
  return { key: hashText(target), windowStart: start.toISOString(), limit };
}

/** Groups of calls that are counted in the database for each network. */
type NetworkGroup = 'customers' | 'track' | 'buyers' | 'passwords';

/** Returns how many calls of a group one network may make in a minute. */
export function networkLimit(group: NetworkGroup): TargetLimit {
  return { hits: limits.perNetwork[group], windowSeconds: 60 };
}

/** Returns the counter of a group's calls from a network: see `toNetwork`. */
export function networkCounter(group: NetworkGroup, network: string, now: Date): Counter {
  return targetCounter(`${group}:${network}`, networkLimit(group), now);
}

type Counters = readonly [Counter<string | Placeholder>, ...Counter<string | Placeholder>[]];

/**
 * Statement that counts one hit on each counter. It comes first in its batch, so that the conditions of later statements see the hits:
 * see `isWithinLimits`. It locks the counters in the given order: put the network's counter first everywhere to avoid deadlocks.
 */
export function countHitsFirst(tx: Pick<Statements, 'insert'>, counters: Counters) {
  return tx
    .insert(rateLimits)
    .values(counters.map(({ key, windowStart }) => ({ key, windowStart: sql`${windowStart}::timestamptz` })))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + 1` },
    })
    .returning({ key: rateLimits.key, hits: rateLimits.hits });
}

/** SQL condition, in a batch after `countHitsFirst`: no counter is over its limit. */
export function isWithinLimits(counters: readonly [Counter, ...Counter[]]): SQL {
  const conditions = counters.map(
    ({ key, windowStart, limit }) =>
      sql`${rateLimits.key} = ${key} and ${rateLimits.windowStart} = ${windowStart}::timestamptz and ${rateLimits.hits} > ${limit.hits}`,
  );
  return sql`not exists (select from ${rateLimits} where ${sql.join(conditions, sql` or `)})`;
}

/** The number of hits on a counter, as `countHitsFirst` returns it. */
interface CountedHits {
  readonly key: string;
  readonly hits: number;
}

/** Throws `too-many-requests` if a counter is over its limit. */
export function assertWithin(rows: readonly CountedHits[], counters: readonly Counter[], now: Date): void {
  rejectOverLimit(
    counters.filter(({ key, limit }) => rows.some((row) => row.key === key && row.hits > limit.hits)),
    now,
  );
}

/** Throws `too-many-requests` if there is a counter over its limit. The wait lasts until the last of their windows ends. */
function rejectOverLimit(overLimit: readonly Counter[], now: Date): void {
  if (overLimit.length === 0) return;
  const seconds = Math.floor(now.getTime() / 1_000);
  const waits = overLimit.map(({ limit }) => limit.windowSeconds - (seconds % limit.windowSeconds));
  throw problem('too-many-requests', { retryAfter: Math.max(...waits) });
}

/** Counts a hit on a target, before the work that the limit guards. Throws `too-many-requests`. */
export async function countTarget(
  { db, now }: Pick<Context, 'db' | 'now'>,
  target: string,
  limit: TargetLimit,
): Promise<void> {
  const counter = targetCounter(target, limit, now);
  assertWithin(await countHitsFirst(db, [counter]), [counter], now);
}

/** Number of counters that a process remembers. The next counter clears them all. */
const maxRemembered = 10_000;

/**
 * Counters in the memory of one process, for calls that ask PayPal before the database counts them. They keep the process
 * within the limits even while the database fails, so they can be ahead of the database.
 */
export function createProcessCounters(max = maxRemembered) {
  const remembered = new Map<string, number>();
  const counterId = ({ key, windowStart }: Counter): string => `${key} ${windowStart}`;
  const hitsOf = (counter: Counter): number => remembered.get(counterId(counter)) ?? 0;
  const remember = (counter: Counter, hits: number): void => {
    if (remembered.size >= max && !remembered.has(counterId(counter))) remembered.clear();
    remembered.set(counterId(counter), Math.max(hits, hitsOf(counter)));
  };
  return {
    /** Counts a hit on each counter. If one is at its limit, throws `too-many-requests` and counts nothing. */
    hit: (counters: readonly Counter[], now: Date): void => {
      rejectOverLimit(
        counters.filter((counter) => hitsOf(counter) >= counter.limit.hits),
        now,
      );
      for (const counter of counters) remember(counter, hitsOf(counter) + 1);
    },
    /** Remembers the hits that the database counted, then does the same as the exported `assertWithin`. */
    assertWithin: (rows: readonly CountedHits[], counters: readonly Counter[], now: Date): void => {
      for (const { key, hits } of rows)
        for (const counter of counters) if (counter.key === key) remember(counter, hits);
      assertWithin(rows, counters, now);
    },
  };
}
