import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';
import { dayMs } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { problem } from '../../../shared/problems.ts';
import type { CustomerInput } from '../../../shared/schemas/customer.ts';
import type { Context } from '../../frame/context/context.ts';
import { mails } from '../../frame/db/schema/mails.ts';
import {
  addressHash,
  newsletterSubscriptions as subscriptions,
  suppressedAddresses,
} from '../../frame/db/schema/newsletter.ts';
import { insertIf, timestamptz } from '../../frame/db/sql.ts';
import {
  assertWithin,
  countHitsFirst,
  isWithinLimits,
  networkCounter,
} from '../../frame/limits/count-hit.ts';
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
  const { state, askedAt } = subscriptions;
  const isSuppressed = sql`exists (
    select from ${suppressedAddresses} where ${suppressedAddresses.addressHash} = ${addressHash(sql`${email}::text`)}
  )`;
  const mayAsk = sql`${isWithinLimits(counters)} and not ${isSuppressed}`;
  const isThisOne = sql`lower(${subscriptions.email}) = lower(${email}::text)`;
  const path = source.slice(0, maxLengths.source);
  const request = { id: uuidv7(), name, email, source: path, textVersion, askedAt: now, createdAt: now };
  const [hits] = await db.atomically((tx) => [
    countHitsFirst(tx, counters),
    tx.execute(insertIf(subscriptions, request, mayAsk)),
    tx
      .update(subscriptions)
      .set({
        state: 'asked',
        source: path,
        textVersion,
        askedAt: sql`case ${state} when 'asked' then ${askedAt} else ${timestamptz(now)} end`,
        leftAt: null,
        leftReason: null,
      })
      .where(and(isThisOne, ne(state, 'confirmed'), mayAsk)),
    tx.execute(
      queueMails(context, {
        kind: 'newsletter-confirmation',
        subjectId: sql`${subscriptions.id} || ' ' || gen_random_uuid()`,
        address: sql`${subscriptions.email}`,
        data: { subscription_id: sql`${subscriptions.id}` },
        from: sql`${subscriptions}
          where ${and(isThisOne, eq(state, 'asked'), mayAsk)} and ${sentConfirmations(now)} < ${maxConfirmations}::int`,
      }),
    ),
  ]);
  assertWithin(hits, counters, now);
}

/** Query that counts the confirmation mails to the person of a row of `newsletter_subscriptions`. */
function sentConfirmations(now: Date): SQL {
  const since = new Date(now.getTime() - confirmationDays * dayMs);
  return sql`(
    select count(*) from ${mails}
    where ${eq(mails.kind, 'newsletter-confirmation')} and ${gt(mails.createdAt, since)}
      and normalise_email(${mails.address}) = normalise_email(${subscriptions.email})
      and ${isTagged(mails.address)} = ${isTagged(subscriptions.email)}
  )`;
}

/** SQL condition: the address has a `+tag` that may belong to its mailbox. At Gmail it does not. */
function isTagged(email: PgColumn): SQL {
  return sql`(mailbox_key(${email}) <> normalise_email(${email}))`;
}
