import { sql, type SQL } from 'drizzle-orm';
import type { TargetLimit } from '../../../shared/limits.ts';

/**
 * A statement that counts one hit on `key` in the current window and returns the count as `hits`. Put it
 * into a WITH of the write it guards, so that the limit costs no round trip of its own.
 */
export const countHit = (key: string, limit: TargetLimit, now: Date): SQL => {
  const window = limit.windowSeconds * 1_000;
  const start = new Date(Math.floor(now.getTime() / window) * window);
  return sql`insert into rate_limits (key, window_start) values (${key}, ${start.toISOString()})
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning hits`;
};

/** Seconds until the window that `now` lies in ends, for Retry-After. */
export const windowRest = (limit: TargetLimit, now: Date): number =>
  limit.windowSeconds - (Math.floor(now.getTime() / 1_000) % limit.windowSeconds);
