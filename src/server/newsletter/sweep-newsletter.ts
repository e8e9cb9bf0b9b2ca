import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';

/** An unconfirmed request is deleted after this time, in milliseconds. The confirmation mail and the privacy page state it. */
const maxRequestAge = 14 * 24 * 60 * 60_000;

/** The subscription of a mail. */
const subscription = sql`
  select 1 from newsletter_subscriptions subscription
  where subscription.id = (mails.data ->> 'subscription_id')::uuid`;

/** The number of deleted requests and of cancelled mails. */
export interface SweptNewsletter {
  readonly requests: number;
  readonly mails: number;
}

/**
 * Deletes requests that nobody confirmed in time. Cancels letters to people who unsubscribed while the letter was being queued.
 * The subscription of a person who unsubscribed stays stored, so that no import adds the address again.
 */
export async function sweepNewsletter({ db, now }: Pick<Context, 'db' | 'now'>): Promise<SweptNewsletter> {
  const oldest = timestamptz(new Date(now.getTime() - maxRequestAge));
  return oneRow(
    db,
    sql`with expired as (
        delete from newsletter_subscriptions where state = 'asked' and asked_at < ${oldest} returning id, email
      ),
      forgotten as (
        update mails set address = null, data = null, leased_until = null,
          state = case state when 'waiting' then 'cancelled' else state end,
          finished_at = coalesce(finished_at, ${timestamptz(now)})
        where lower(address) = any (select lower(email) from expired) and kind = 'newsletter-confirmation'
      ),
      cancelled as (
        update mails set state = 'cancelled', data = null, leased_until = null, finished_at = ${timestamptz(now)},
          address = case when exists (${subscription}) then address end
        where kind = 'letter' and state = 'waiting' and not exists (${subscription} and subscription.state = 'confirmed')
        returning 1
      )
      select (select count(*)::int from expired) as requests, (select count(*)::int from cancelled) as mails`,
    z.object({ requests: z.number(), mails: z.number() }),
  );
}
