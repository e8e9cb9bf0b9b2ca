import { sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { redactEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { timestamptz } from '../../frame/db/sql.ts';
import { hasBuyer, hasKnownOrder } from '../buyers/withdrawal-order.ts';

/** A handled withdrawal without a known order is deleted after this time, in milliseconds. The privacy policy states it. */
const maxUnknownAge = 90 * dayMs;

/**
 * Deletes handled withdrawals that belong to no purchase, because anybody may have sent them with somebody else's address. Deletes those
 * at once whose address was erased while they were open. The admins' notes about them are redacted in the audit log.
 */
export async function sweepWithdrawals({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const until = timestamptz(new Date(now.getTime() - maxUnknownAge));
  await db.execute(sql`with gone as (
      delete from withdrawals where handled_at is not null and not ${hasKnownOrder} and case
        when is_from_buyer then email is not null and not ${hasBuyer} else handled_at < ${until} end
      returning id
    )
    ${redactEntries('withdrawal', sql`any (array(select id::text from gone))`)}`);
}
