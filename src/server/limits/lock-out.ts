import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import type { TargetLimit } from '../../shared/limits.ts';
import { problem, type Problem } from '../../shared/problems.ts';
import { postgresError } from '../db/errors.ts';
import { targetKey } from './count-hit.ts';
import { lockKeys, oneRow, timestamptz } from '../db/sql.ts';
import type { Context } from '../context.ts';

/** Whose failed tries are counted, and how many within what time lock them out for as long after the last of them. */
export interface Tried {
  readonly target: string;
  readonly limit: TargetLimit;
  readonly now: Date;
}

/** A statement that fails while a target is locked out; `lockedOut` reads the failure. Send it as a batch. */
export const assertNotLockedOut = ({ target, limit: { hits, windowSeconds }, now }: Tried): SQL => {
  const key = targetKey(target);
  return sql`
    select assert_not_locked_out(case when tries >= ${hits}
      then extract(epoch from last.at + make_interval(secs => ${windowSeconds}) - ${timestamptz(now)}) end)
    from (select max(window_start) as at from rate_limits where key = ${key}) as last,
      lateral (
        select sum(hits) as tries from rate_limits
        where key = ${key} and window_start > last.at - make_interval(secs => ${windowSeconds})
      ) as within`;
};

const seconds = z.coerce.number();

/** `too-many-requests` in place of an error that says that somebody is locked out; else null. */
export const lockedOut = (error: unknown): Problem | null => {
  const { constraint, detail } = postgresError(error) ?? {};
  return constraint === 'locked_out'
    ? problem('too-many-requests', { retryAfter: seconds.parse(detail) })
    : null;
};

/**
 * Statements of a batch that keeps a failed try, one at a time for each target. For one that is locked out it fails as
 * `assertNotLockedOut` does: nothing is kept, and nobody is waited for.
 */
export const keepFailedTry = (tried: Tried): readonly SQL[] => {
  const key = targetKey(tried.target);
  const kept = sql`insert into rate_limits (key, window_start) values (${key}, ${timestamptz(tried.now)})
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1`;
  const isFree = assertNotLockedOut(tried);
  return [isFree, lockKeys([key]), isFree, kept];
};

/** How long counters stay; no window is as long. */
const keptMs = 24 * 60 * 60 * 1_000;

const outcome = z.object({ gone: z.number() });

/**
 * Deletes the counters of limits that began over a day ago, `batch` at once, so that the sweep after a flood gets on even
 * where time runs out; tells how many.
 */
export const sweepLimits = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  batch = 50_000,
): Promise<number> => {
  const until = timestamptz(new Date(now.getTime() - keptMs));
  for (let swept = 0; ;) {
    const { gone } = await oneRow(
      db,
      sql`with gone as (
          delete from rate_limits where ctid = any (array(
            select ctid from rate_limits where window_start < ${until} limit ${batch}::int
          )) returning 1
        )
        select count(*)::int as gone from gone`,
      outcome,
    );
    swept += gone;
    if (gone < batch) return swept;
  }
};
