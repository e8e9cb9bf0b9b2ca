import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { TargetLimit } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Database } from '../../db/database.ts';
import { targetKey } from './count-hit.ts';
import { lockKeys } from './lock-keys.ts';
import { lastRow, oneRow } from './one-row.ts';

const found = z.object({ lastAt: z.nullable(z.number()), tries: z.number() });
type Found = z.infer<typeof found>;

/** A query of when the last failed try was, in seconds since 1970, and how many there were within one window of it. */
const triesOf = (key: string, { windowSeconds }: TargetLimit): SQL => sql`
  select extract(epoch from last.at)::float8 as "lastAt", (
    select coalesce(sum(hits), 0)::int from rate_limits
    where key = ${key} and window_start > last.at - make_interval(secs => ${windowSeconds})
  ) as tries
  from (select max(window_start) as at from rate_limits where key = ${key}) as last`;

const assertFree = ({ lastAt, tries }: Found, { hits, windowSeconds }: TargetLimit, now: Date): void => {
  const rest = (lastAt ?? 0) + windowSeconds - now.getTime() / 1_000;
  if (tries >= hits && rest > 0) throw problem('too-many-requests', { retryAfter: Math.ceil(rest) });
};

/**
 * Throws `too-many-requests` for a target whose failed tries within one window reached the limit, until a window
 * after the last of them. One round trip.
 */
export const assertNotLockedOut = async (
  db: Pick<Database, 'execute'>,
  target: string,
  limit: TargetLimit,
  now: Date,
): Promise<void> => {
  assertFree(await oneRow(db, triesOf(targetKey(target), limit), found), limit, now);
};

/** Keeps a failed try, one at a time for each target. Throws `too-many-requests`, with nothing kept, for one that is locked out. */
export const keepFailedTry = async (
  db: Pick<Database, 'batch'>,
  target: string,
  limit: TargetLimit,
  now: Date,
): Promise<void> => {
  const key = targetKey(target);
  const at = sql`${now.toISOString()}::timestamptz`;
  const kept = sql`with known as (${triesOf(key, limit)}),
    kept as (
      insert into rate_limits (key, window_start)
      select ${key}, ${at} from known
      where tries < ${limit.hits}
        or coalesce("lastAt", 0) + ${limit.windowSeconds} <= extract(epoch from ${at})
      on conflict (key, window_start) do update set hits = rate_limits.hits + 1
    )
    select * from known`;
  assertFree(await lastRow(db, [lockKeys([key]), kept], found), limit, now);
};
