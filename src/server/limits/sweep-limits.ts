import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { oneRow } from '../db/sql/one-row.ts';
import { timestamptz } from '../db/sql/timestamptz.ts';

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
