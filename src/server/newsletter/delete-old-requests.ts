import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';

/** A request that nobody confirmed is kept this long. The mails and the privacy policy promise it. */
export const requestDays = 14;

const dayMs = 24 * 60 * 60_000;

/** Deletes requests for the newsletter that nobody confirmed in time, and returns their number. */
export async function deleteOldRequests({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const until = timestamptz(new Date(now.getTime() - requestDays * dayMs));
  const { deleted } = await oneRow(
    db,
    sql`with gone as (
        delete from newsletter_subscriptions where state = 'asked' and asked_at <= ${until} returning id
      )
      select count(*)::int as deleted from gone`,
    z.object({ deleted: z.number() }),
  );
  return deleted;
}
