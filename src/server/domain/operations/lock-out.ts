import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { TargetLimit } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import type { Database } from '../../db/database.ts';
import { targetKey } from './count-hit.ts';
import { oneRow } from './one-row.ts';

const outcome = z.object({ lastAt: z.nullable(z.number()), tries: z.number() });

/**
 * Throws `too-many-requests` for a target whose failed tries within one window reached the limit, until a window
 * after the last of them. One round trip.
 */
export const assertNotLockedOut = async (
  db: Pick<Database, 'execute'>,
  target: string,
  { hits, windowSeconds }: TargetLimit,
  now: Date,
): Promise<void> => {
  const key = targetKey(target);
  const { lastAt, tries } = await oneRow(
    db,
    sql`with last as (select max(window_start) as at from rate_limits where key = ${key})
      select extract(epoch from (select at from last))::float8 as "lastAt", coalesce(sum(hits), 0)::int as tries
      from rate_limits
      where key = ${key} and window_start > (select at from last) - make_interval(secs => ${windowSeconds})`,
    outcome,
  );
  const rest = (lastAt ?? 0) + windowSeconds - now.getTime() / 1_000;
  if (tries >= hits && rest > 0) throw problem('too-many-requests', { retryAfter: Math.ceil(rest) });
};

/** Keeps a failed try, one at a time for each target. Throws `too-many-requests`, with nothing kept, for one that is locked out. */
export const keepFailedTry = async (
  db: Pick<Database, 'transaction'>,
  target: string,
  limit: TargetLimit,
  now: Date,
): Promise<void> => {
  const key = targetKey(target);
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    await assertNotLockedOut(transaction, target, limit, now);
    await transaction.execute(
      sql`insert into rate_limits (key, window_start) values (${key}, ${now.toISOString()})
        on conflict (key, window_start) do update set hits = rate_limits.hits + 1`,
    );
  });
};
