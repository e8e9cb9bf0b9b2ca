import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { TargetLimit } from '../../shared/limits.ts';
import { type Problem, problem } from '../../shared/problems.ts';
import { postgresError } from '../db/errors.ts';
import { targetKey } from './count-hit.ts';
import { lockKeys } from '../db/sql/lock-keys.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';

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
  return constraint === 'locked-out'
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
