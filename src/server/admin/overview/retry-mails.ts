import * as z from 'zod/mini';
import { type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { insertAuditEntries } from '../../frame/audit/audit-log.ts';
import type { Context } from '../../frame/context/context.ts';
import { hasSubscription } from '../../frame/db/schema/mails.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { isSendableLink } from '../../frame/mail/link-lifetimes.ts';

/** An admin can send a mail again for this many days after it was given up. */
export const retriableDays = 30;

/**
 * SQL condition for a mail that was given up and that an admin can send again. Leaves out mails to forgotten people, letters to
 * people who unsubscribed, confirmations of requests that have ended, and links that have expired.
 */
export function isRetriable(now: Date): SQL {
  return sql`state = 'failed' and finished_at > ${timestamptz(new Date(now.getTime() - retriableDays * dayMs))}
    and address is not null and data is not null
    and ${isSendableLink(now)}
    and (kind <> 'letter' or ${hasSubscription('confirmed')})
    and (kind <> 'newsletter-confirmation' or ${hasSubscription('asked')})`;
}

export const retriedMails = z.object({
  mails: z.number().check(z.describe('Number of mails that were queued again')),
});

/**
 * Queues all mails again that were given up in the last 30 days, and resets their attempts. Audited.
 */
export function retryMails(context: Context): Promise<z.infer<typeof retriedMails>> {
  const { db, now } = context;
  const logged = insertAuditEntries(context, {
    id: sql`gen_random_uuid()`,
    action: 'mail.retry',
    entity: 'mail',
    entityId: sql`retried.id`,
    from: sql`retried`,
  });
  return oneRow(
    db,
    sql`with retried as (
        update mails set state = 'waiting', due_at = ${timestamptz(now)}, attempts = 0, leased_until = null, finished_at = null
        where ${isRetriable(now)}
        returning id
      ),
      logged as (${logged})
      select count(*)::int as mails from retried`,
    retriedMails,
  );
}
