import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { hasSubscription } from '../../frame/db/schema/mails.ts';
import { forgetMailsWhere } from '../../frame/mail/queue-mails.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';

/** An unconfirmed request is deleted after this time, in milliseconds. The confirmation mail and the privacy page state it. */
const maxRequestAge = 14 * dayMs;

/** The number of deleted requests and of cancelled mails. */
export interface SweptNewsletter {
  readonly requests: number;
  readonly mails: number;
}

/**
 * Deletes requests that nobody confirmed in time. A person who had unsubscribed before such a request is unsubscribed again. Cancels letters to people who unsubscribed while the letter was being queued.
 * The subscription of a person who unsubscribed stays stored, so that no import adds the address again.
 */
export async function sweepNewsletter({ db, now }: Pick<Context, 'db' | 'now'>): Promise<SweptNewsletter> {
  const oldest = timestamptz(new Date(now.getTime() - maxRequestAge));
  return oneRow(
    db,
    sql`with expired as (
        delete from newsletter_subscriptions
        where state = 'asked' and asked_at < ${oldest} and confirmed_at is null returning id, email
      ),
      left_again as (
        update newsletter_subscriptions set state = 'left', left_at = ${timestamptz(now)}, left_reason = 'page'
        where state = 'asked' and asked_at < ${oldest} and confirmed_at is not null
      ),
      forgotten as (
        ${forgetMailsWhere(
          { now },
          sql`normalise_email(address) = any (select normalise_email(email) from expired)
            and kind = 'newsletter-confirmation'`,
        )}
      ),
      cancelled as (
        ${forgetMailsWhere({ now }, sql`kind = 'letter' and state = 'waiting' and not ${hasSubscription('confirmed')}`)}
        returning 1
      )
      select (select count(*)::int from expired) as requests, (select count(*)::int from cancelled) as mails`,
    z.object({ requests: z.number(), mails: z.number() }),
  );
}
