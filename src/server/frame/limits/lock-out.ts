import * as z from 'zod/mini';
import { gt, eq, sql, type SQL } from 'drizzle-orm';
import type { TargetLimit } from '../../../shared/limits.ts';
import { problem, type Problem } from '../../../shared/problems.ts';
import { postgresError } from '../db/errors.ts';
import { rateLimits } from '../db/schema/operations.ts';
import { lockKeys, timestamptz } from '../db/sql.ts';
import { hashText } from '../db/hash-text.ts';

/** An attempt whose failures are counted. `limit.hits` failures within the window lock the target out for one more window. */
export interface Attempt {
  readonly target: string;
  readonly limit: TargetLimit;
  readonly now: Date;
}

/** Statement that fails while the target is locked out. Send it in a batch, and read the error with `lockedOut`. */
export function assertNotLockedOut({ target, limit: { hits, windowSeconds }, now }: Attempt): SQL {
  const key = hashText(target);
  return sql`
    select assert_not_locked_out(case when failures >= ${hits}
      then extract(epoch from last.at + make_interval(secs => ${windowSeconds}) - ${timestamptz(now)}) end)
    from (select max(${rateLimits.windowStart}) as at from ${rateLimits} where ${eq(rateLimits.key, key)}) as last,
      lateral (
        select sum(${rateLimits.hits}) as failures from ${rateLimits}
        where ${eq(rateLimits.key, key)} and ${gt(rateLimits.windowStart, sql`last.at - make_interval(secs => ${windowSeconds})`)}
      ) as within`;
}

/** Returns `too-many-requests` for the error of `assertNotLockedOut`, null for any other error. */
export function lockedOut(error: unknown): Problem | null {
  const { constraint, detail } = postgresError(error) ?? {};
  return constraint === 'locked_out'
    ? problem('too-many-requests', { retryAfter: z.coerce.number().parse(detail) })
    : null;
}

/**
 * Statements of a batch that records a failed attempt, one at a time for each target. The batch fails like
 * `assertNotLockedOut` for a locked out target, without waiting and without recording anything.
 */
export function recordFailure(attempt: Attempt): readonly SQL[] {
  const key = hashText(attempt.target);
  const record = sql`insert into rate_limits (key, window_start) values (${key}, ${timestamptz(attempt.now)})
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1`;
  const assertion = assertNotLockedOut(attempt);
  // The second assertion sees failures that other calls recorded while this call waited for the lock.
  return [assertion, lockKeys([key]), assertion, record];
}
