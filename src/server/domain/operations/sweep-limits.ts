import { lt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { rateLimits } from '../../db/schema/operations.ts';

/** How long counters stay; no window is as long. */
const keptMs = 24 * 60 * 60 * 1_000;

/** Deletes the counters of limits that began over a day ago; tells how many. */
export const sweepLimits = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> => {
  const gone = await db
    .delete(rateLimits)
    .where(lt(rateLimits.windowStart, new Date(now.getTime() - keptMs)))
    .returning({ key: rateLimits.key });
  return gone.length;
};
