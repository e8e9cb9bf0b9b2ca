import * as z from 'zod/mini';
import { sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { limits } from '../../shared/limits.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { problem } from '../../shared/problems.ts';
import type { CustomerInput } from '../../shared/schemas/customer.ts';
import type { Context } from '../context.ts';
import { oneRow, timestamptz } from '../db/sql.ts';
import {
  addressCounter,
  assertWithin,
  counted,
  countHits,
  isWithin,
  targetCounter,
} from '../limits/count-hit.ts';
import { queueMails } from '../mail/queue-mails.ts';

/** The text beside the form, as a version. Change it whenever the text changes. */
const textVersion = '2026-11';

/** An address gets one confirmation mail in this period, however often somebody asks. */
const mailPeriod = sql.raw("interval '4 hours'");

/**
 * Stores a request for the newsletter, and writes the mail that asks for its confirmation. A person who left may ask again. A
 * confirmed subscription stays as it is. The caller cannot tell a new email from a known one. `source` is the path of the page
 * with the form. Throws `email-required`, and `too-many-requests` for too many requests with one email or from one network
 * address.
 */
export async function askForNewsletter(
  context: Context,
  { name, email }: CustomerInput,
  source: string,
): Promise<void> {
  if (email === null) throw problem('email-required');
  const { db, now, address } = context;
  const counters = [
    addressCounter('customers', address, now),
    targetCounter(`customer:${email.toLowerCase()}`, limits.perTarget.customerEmail, now),
  ] as const;
  const moment = timestamptz(now);
  const confirmation = queueMails(context, {
    kind: 'newsletter-confirmation',
    subjectId: sql`asked.id || ' ' || extract(epoch from date_bin(${mailPeriod}, ${moment}, timestamptz 'epoch'))::bigint`,
    address: sql`asked.email`,
    data: { subscription_id: sql`asked.id` },
    from: sql`asked`,
  });
  const { hits } = await oneRow(
    db,
    sql`with hit as (${countHits(counters)}),
      asked as (
        insert into newsletter_subscriptions (id, name, email, source, text_version, asked_at, created_at)
        select ${uuidv7()}::uuid, ${name}::text, ${email}::text, ${source.slice(0, maxLengths.source)}::text,
          ${textVersion}::text, ${moment}, ${moment}
        where ${isWithin(counters)}
        on conflict (lower(email)) do update set state = 'asked', asked_at = excluded.asked_at, source = excluded.source,
          text_version = excluded.text_version, name = coalesce(excluded.name, newsletter_subscriptions.name),
          left_at = null, left_reason = null
        where newsletter_subscriptions.state <> 'confirmed'
        returning id, email
      ),
      confirmation as (${confirmation})
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );
  assertWithin(hits, counters, now);
}
