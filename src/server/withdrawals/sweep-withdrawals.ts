import { sql } from 'drizzle-orm';
import { dayMs } from '../../shared/dates.ts';
import type { Context } from '../context.ts';
import { timestamptz } from '../db/sql.ts';
import { hasKnownOrder } from './withdrawal-order.ts';

/** A handled withdrawal without a known order is deleted after this time, in milliseconds. The privacy policy states it. */
const maxUnknownAge = 90 * dayMs;

/** Deletes handled withdrawals that belong to no purchase. Anybody may have sent them with somebody else's address. */
export async function sweepWithdrawals({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = timestamptz(new Date(now.getTime() - maxUnknownAge));
  await db.execute(sql`delete from withdrawals where handled_at < ${until} and not ${hasKnownOrder}`);
}
