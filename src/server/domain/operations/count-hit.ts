import { hash } from 'node:crypto';
import { type Placeholder, sql, type SQL } from 'drizzle-orm';
import type { TargetLimit } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';

/** The key of a target's counter: a hash, since the target may be an address. */
export const targetKey = (target: string): string => hash('sha256', target, 'base64url');

/** Names the counter of a target: its key, and the beginning of the current window (ISO 8601). */
export const counterOf = (
  target: string,
  limit: TargetLimit,
  now: Date,
): { readonly key: string; readonly windowStart: string } => {
  const window = limit.windowSeconds * 1_000;
  const start = new Date(Math.floor(now.getTime() / window) * window);
  return { key: targetKey(target), windowStart: start.toISOString() };
};

/** As countHit, for a counter that may be named later, where a prepared query has its placeholders. */
export const countOn = ({ key, windowStart }: Record<'key' | 'windowStart', string | Placeholder>): SQL =>
  sql`insert into rate_limits (key, window_start) values (${key}, ${windowStart})
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning hits`;

/**
 * A statement that counts one hit on a target in the current window and returns the count as `hits`. Put
 * it into a WITH of the write it guards, so that the limit costs no round trip of its own.
 */
export const countHit = (target: string, limit: TargetLimit, now: Date): SQL =>
  countOn(counterOf(target, limit, now));

/** Takes what a statement counted as `hits`; throws `too-many-requests` when they are too many. */
export const assertWithin = (hits: number, limit: TargetLimit, now: Date): void => {
  if (hits <= limit.hits) return;
  const rest = limit.windowSeconds - (Math.floor(now.getTime() / 1_000) % limit.windowSeconds);
  throw problem('too-many-requests', { retryAfter: rest });
};
