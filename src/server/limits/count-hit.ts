import { hash } from 'node:crypto';
import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import * as z from 'zod/mini';
import { limits, type TargetLimit } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';

/** The key of a target's counter: a hash, since the target may be an address. */
export const targetKey = (target: string): string => hash('sha256', target, 'base64url');

/** A counter of hits on a target: its key, the beginning of the current window (ISO 8601), and how many are allowed. */
export interface Counter<Value = string> {
  readonly key: Value;
  readonly windowStart: Value;
  readonly limit: TargetLimit;
}

/** The counter of a target in the window of this moment. */
export const counterOf = (target: string, limit: TargetLimit, now: Date): Counter => {
  const window = limit.windowSeconds * 1_000;
  const start = new Date(Math.floor(now.getTime() / window) * window);
  return { key: targetKey(target), windowStart: start.toISOString(), limit };
};

/** How many calls of a group that writes one network address may make in a minute. */
export const addressLimit = (group: 'customers' | 'track'): TargetLimit => ({
  hits: limits.perAddress[group],
  windowSeconds: 60,
});

/** The counter of such a group's calls from an address. */
export const addressCounter = (group: 'customers' | 'track', address: string, now: Date): Counter =>
  counterOf(`${group}:${address}`, addressLimit(group), now);

type Counters = readonly [Counter<string | Placeholder>, ...Counter<string | Placeholder>[]];

/**
 * A statement that counts one hit on each of some counters, and returns `key` and `hits` of each. Put it into the WITH
 * of the write it guards, as `hit`, so that limits cost no round trip of their own. Counters are locked in the given order:
 * name the caller's first everywhere.
 */
export const countHits = (counters: Counters): SQL => {
  const rows = counters.map(({ key, windowStart }) => sql`(${key}, ${windowStart}::timestamptz)`);
  return sql`insert into rate_limits (key, window_start) values ${sql.join(rows, sql`, `)}
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning key, hits`;
};

/** The condition, beside countHits as `hit`, that none of them is over its limit. */
export const isWithin = (counters: Counters): SQL => {
  const over = counters.map(({ key, limit }) => sql`key = ${key} and hits > ${limit.hits}`);
  return sql`not exists (select from hit where ${sql.join(over, sql` or `)})`;
};

/** What countHits returned, as a list. */
export const counted = z.array(z.object({ key: z.string(), hits: z.number() }));

/** Throws `too-many-requests`, until the last of their windows ends, where there are any counters over their limit. */
const assertNone = (over: readonly Counter[], now: Date): void => {
  if (over.length === 0) return;
  const seconds = Math.floor(now.getTime() / 1_000);
  const rests = over.map(({ limit }) => limit.windowSeconds - (seconds % limit.windowSeconds));
  throw problem('too-many-requests', { retryAfter: Math.max(...rests) });
};

/** Takes what was counted; throws `too-many-requests` when a counter is over its limit. */
export const assertWithin = (
  found: z.infer<typeof counted>,
  counters: readonly Counter[],
  now: Date,
): void => {
  assertNone(
    counters.filter(({ key, limit }) => found.some((row) => row.key === key && row.hits > limit.hits)),
    now,
  );
};

/** How many counters a process has in mind; with one too many it begins anew. */
const mostKnown = 10_000;

/**
 * Counters as one process knows them, for work that asks somebody else before the database counts it: that one is asked no more
 * often than the limits say, whatever the database does. They have more than it where it failed.
 */
export const processCounters = (most = mostKnown) => {
  const known = new Map<string, number>();
  const nameOf = ({ key, windowStart }: Counter): string => `${key} ${windowStart}`;
  const hitsOf = (counter: Counter): number => known.get(nameOf(counter)) ?? 0;
  const learn = (counter: Counter, hits: number): void => {
    if (known.size >= most && !known.has(nameOf(counter))) known.clear();
    known.set(nameOf(counter), Math.max(hits, hitsOf(counter)));
  };
  return {
    /** Counts a hit on each of them; throws `too-many-requests`, with nothing counted, where one is at its limit. */
    hit: (counters: readonly Counter[], now: Date): void => {
      assertNone(
        counters.filter((counter) => hitsOf(counter) >= counter.limit.hits),
        now,
      );
      for (const counter of counters) learn(counter, hitsOf(counter) + 1);
    },
    /** Takes what the database counted, as `assertWithin` does. */
    assertWithin: (found: z.infer<typeof counted>, counters: readonly Counter[], now: Date): void => {
      for (const { key, hits } of found)
        for (const counter of counters) if (counter.key === key) learn(counter, hits);
      assertWithin(found, counters, now);
    },
  };
};
