import * as z from 'zod/mini';
import { count, gt, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { TargetLimit } from '../../../shared/limits.ts';
import { problem, type Problem } from '../../../shared/problems.ts';
import type { Context } from '../context/context.ts';
import { postgresError } from '../db/errors.ts';
import { rateLimits } from '../db/schema/operations.ts';
import { lockKeys, only, timestamptz } from '../db/sql.ts';
import { targetKey } from './count-hit.ts';

/** An attempt whose failures are counted. `limit.hits` failures within the window lock the target out for one more window. */
export interface Attempt {
  readonly target: string;
  readonly limit: TargetLimit;
  readonly now: Date;
}

/** Statement that fails while the target is locked out. Send it in a batch, and read the error with `lockedOut`. */
export function assertNotLockedOut({ target, limit: { hits, windowSeconds }, now }: Attempt): SQL {
  const key = targetKey(target);
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
  const key = targetKey(attempt.target);
  const record = sql`insert into rate_limits (key, window_start) values (${key}, ${timestamptz(attempt.now)})
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1`;
  const assertion = assertNotLockedOut(attempt);
  // The second assertion sees failures that other calls recorded while this call waited for the lock.
  return [assertion, lockKeys([key]), assertion, record];
}

/** Counters older than this are deleted. In milliseconds. Every window is shorter. */
const maxCounterAge = 24 * 60 * 60 * 1_000;

/**
 * Deletes counters that are older than a day and returns their number. Works in batches, so that a run that is ended early
 * still makes progress.
 */
export async function sweepLimits(
  { db, now }: Pick<Context, 'db' | 'now'>,
  batchSize = 50_000,
): Promise<number> {
  const until = new Date(now.getTime() - maxCounterAge);
  // Rows have no id, but a place in the table.
  const place = sql`ctid`;
  const old = db.select({ place }).from(rateLimits).where(lt(rateLimits.windowStart, until)).limit(batchSize);
  const gone = db.$with('gone').as(
    db
      .delete(rateLimits)
      .where(sql`${place} = any (array${old})`)
      .returning({ key: rateLimits.key }),
  );
  let total = 0;
  for (;;) {
    const { deleted } = only(await db.with(gone).select({ deleted: count() }).from(gone));
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
