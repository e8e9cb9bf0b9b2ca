import * as z from 'zod/mini';
import { type SQL, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { addressHash } from '../../frame/db/schema/newsletter.ts';
import { oneRow, timestamptz } from '../../frame/db/sql.ts';
import { networkCounter, assertWithin, counted, countHits, isWithin } from '../../frame/limits/count-hit.ts';
import { queueMails } from '../../frame/mail/queue-mails.ts';

/** The text beside the form, as a version. Change it whenever the text changes. */
const textVersion = '2026-11';

/**
 * An address gets at most this many confirmation mails in two weeks, however often somebody asks. Its spellings with a `+tag` have
 * a limit of their own together: at some hosts they are the same person, at others somebody else.
 */
const maxConfirmations = 3;
const confirmationDays = 14;

/**
 * Stores a request for the newsletter, and writes the mail that asks for its confirmation. A person who left may ask again, unless
 * the address bounced or complained, even if the person was erased since then. A confirmed subscription stays as it is, and a known
 * one keeps its name, because anybody can send any name for an email. The caller cannot tell a new email from a known one. `source`
 * is the path of the page with the form. Throws `email-required`, and `too-many-requests` for too many requests from one network.
 */
export async function askForNewsletter(
  context: Context,
  { name, email }: CustomerInput,
  source: string,
): Promise<void> {
  if (email === null) throw problem('email-required');
  const { db, now, network } = context;
  const counters = [networkCounter('customers', network, now)] as const;
  const moment = timestamptz(now);
  const confirmation = queueMails(context, {
    kind: 'newsletter-confirmation',
    subjectId: sql`asked.id || ' ' || gen_random_uuid()`,
    address: sql`asked.email`,
    data: { subscription_id: sql`asked.id` },
    from: sql`asked where (
      select count(*) from mails
      where kind = 'newsletter-confirmation' and normalise_email(mails.address) = normalise_email(asked.email)
        and ${isTagged(sql`mails.address`)} = ${isTagged(sql`asked.email`)}
        and created_at > ${timestamptz(new Date(now.getTime() - confirmationDays * dayMs))}
    ) < ${maxConfirmations}::int`,
  });
  const { hits } = await oneRow(
    db,
    sql`with hit as (${countHits(counters)}),
      asked as (
        insert into newsletter_subscriptions (id, name, email, source, text_version, asked_at, created_at)
        select ${uuidv7()}::uuid, ${name}::text, ${email}::text, ${source.slice(0, maxLengths.source)}::text,
          ${textVersion}::text, ${moment}, ${moment}
        where ${isWithin(counters)} and not exists (
            select from suppressed_addresses where address_hash = ${addressHash(sql`${email}::text`)}
          )
        on conflict (lower(email)) do update set state = 'asked', source = excluded.source,
          asked_at = case newsletter_subscriptions.state when 'asked' then newsletter_subscriptions.asked_at
            else excluded.asked_at end,
          text_version = excluded.text_version, left_at = null, left_reason = null
        where newsletter_subscriptions.state <> 'confirmed'
        returning id, email
      ),
      confirmation as (${confirmation})
      select json_agg(hit) as hits from hit`,
    z.object({ hits: counted }),
  );
  assertWithin(hits, counters, now);
}

/** SQL condition: the address has a `+tag` that may belong to its mailbox. At Gmail it does not. */
function isTagged(email: SQL): SQL {
  return sql`(mailbox_key(${email}) <> normalise_email(${email}))`;
}
