import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { insertAuditEntries } from '../audit/audit-log.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';

const dayMs = 24 * 60 * 60_000;

/** An admin can send a mail again for this many days after it was given up. */
export const retriableDays = 30;

/** Returns the start of this period. A mail that was given up earlier cannot be sent again. */
export function retriableSince(now: Date): Date {
  return new Date(now.getTime() - retriableDays * dayMs);
}

export const retriedMails = z.object({
  mails: z.number().check(z.describe('Number of mails that were queued again')),
});

/**
 * Queues all mails again that were given up in the last 30 days, and resets their attempts. Leaves out mails to forgotten people
 * and letters to people who unsubscribed. Audited.
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
        where state = 'failed' and finished_at > ${timestamptz(retriableSince(now))}
          and address is not null and data is not null
          and (kind <> 'letter' or exists (
            select 1 from newsletter_subscriptions subscription
            where subscription.id = (mails.data ->> 'subscription_id')::uuid and subscription.state = 'confirmed'
          ))
        returning id
      ),
      logged as (${logged})
      select count(*)::int as mails from retried`,
    retriedMails,
  );
}
