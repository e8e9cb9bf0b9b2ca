import * as z from 'zod/mini';
import { type SQL, sql } from 'drizzle-orm';
import type { MailKind } from '../../../shared/mail-kinds.ts';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import { hasSubscription, mails } from '../db/schema/mails.ts';
import { allRows, timestamptz } from '../db/sql.ts';
import { endLease, isUnleased, leaseColumn, newLeaseEnd } from '../db/worker-lease.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { isSendableLink } from './link-lifetimes.ts';
import { backOffMs } from '../outbound/back-off.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';

const claimedMail = z.object({
  id: z.string(),
  kind: z.custom<MailKind>(),
  address: z.string(),
  data: z.record(z.string(), z.unknown()),
  attempts: z.number(),
  lease: z.string(),
  /** False for a mail that has a link and has waited too long. */
  is_sendable: z.boolean(),
  letter: z.nullable(
    z.object({ subject: z.string(), preview: z.string(), html: z.string(), text: z.string() }),
  ),
});

/** A mail that is leased to this worker. `attempts` includes the current attempt. */
export type ClaimedMail = z.infer<typeof claimedMail>;

type Clock = Pick<Context, 'db' | 'now'>;

/** The number of attempts. The last one is about four days after the first. */
export const maxSendAttempts = 24;

/**
 * Claims the mail that is due first. Mails that somebody waits for come before letters. A letter's mail is claimed only while
 * the subscription is confirmed and the letter is not paused. Returns null if no mail is due.
 */
export async function claimDueMail({ db, now }: Clock, withLetters: boolean): Promise<ClaimedMail | null> {
  const [claimed] = await allRows(
    db,
    sql`with due as (
        select id from mails
        where state = 'waiting' and due_at <= ${timestamptz(now)}
          and ${isUnleased(mails, now)}
          and ${withLetters ? isSendable : isNoLetter}
        order by (letter_id is not null), due_at, id limit 1 for update skip locked
      )
      update mails set leased_until = ${newLeaseEnd(now)}, attempts = attempts + 1 from due where mails.id = due.id
      returning mails.id, kind, address, data, attempts, ${leaseColumn(mails)}, ${isSendableLink(now)} as is_sendable, (
        select json_build_object('subject', subject, 'preview', preview, 'html', html, 'text', letters.text)
        from letters where letters.id = letter_id
      ) as letter`,
    claimedMail,
  );
  return claimed ?? null;
}

/** Condition for a mail that is no letter, or whose letter is not paused and whose reader has not unsubscribed. */
const isSendable = sql`(letter_id is null or (
    exists (select 1 from letters where letters.id = letter_id and paused_at is null) and ${hasSubscription('confirmed')}
  ))`;

/** Condition for a mail that is no letter, written as the first expression of the index `mails_due_idx`. */
const isNoLetter = sql`(letter_id is not null) is false`;

/** Marks a mail as sent, and deletes its facts. Tries twice, because a mail that is not marked is sent again. */
export function markSent(clock: Clock, mail: ClaimedMail): Promise<void> {
  const set = sql`state = 'sent', data = null, last_error = null, finished_at = ${timestamptz(clock.now)}`;
  const mark = () => update(clock, mail, set, limits.timeoutMs.markSent);
  return mark().catch(mark);
}

/**
 * Gives up a mail whose mailbox does not exist, and ends the newsletter subscription of the address. If a code says so, the
 * address is also suppressed, as after a reported bounce.
 */
export async function giveUpAddress(
  clock: Clock,
  mail: ClaimedMail,
  reason: string,
  isCertain: boolean,
): Promise<void> {
  await giveUpMail(clock, mail, reason);
  const ended = endSubscriptions(clock, [mail.address], 'bounce', isCertain);
  await withTimeLimit(limits.timeoutMs.markFailed, () => clock.db.batch([ended]));
}

/** Gives up a mail that has had its last attempt. An admin can send it again. */
export function giveUpMail(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  return update(
    clock,
    mail,
    sql`state = 'failed', last_error = ${reason}, finished_at = ${timestamptz(clock.now)}`,
  );
}

/** Waits before the next attempt, longer each time. After the last attempt the mail is given up. */
export async function retryMail(
  clock: Clock,
  mail: ClaimedMail,
  reason: string,
): Promise<'retried' | 'given-up'> {
  if (mail.attempts >= maxSendAttempts) {
    await giveUpMail(clock, mail, reason);
    return 'given-up';
  }
  const due = timestamptz(new Date(clock.now.getTime() + backOffMs(mail.attempts)));
  await update(clock, mail, sql`due_at = ${due}, last_error = ${reason}`);
  return 'retried';
}

/** Puts a mail back because the mail server does not answer or refuses us. The attempt does not count. */
export function putMailBack(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const due = timestamptz(new Date(clock.now.getTime() + backOffMs(1)));
  return update(clock, mail, sql`attempts = attempts - 1, due_at = ${due}, last_error = ${reason}`);
}

/**
 * Puts a mail back that was refused for a reason that may concern every mail. The attempt does not count. The mail waits as long
 * again as it has waited, one minute to one hour, so that the next run begins with other mails.
 */
export function postponeMail(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const now = timestamptz(clock.now);
  return update(
    clock,
    mail,
    sql`attempts = attempts - 1, last_error = ${reason},
      due_at = ${now} + least(greatest(${now} - created_at, interval '1 minute'), interval '1 hour')`,
  );
}

/** Ends the lease. The time limit of the job may be over, so this has its own limit. */
async function update(
  { db }: Clock,
  mail: ClaimedMail,
  set: SQL,
  timeoutMs: number = limits.timeoutMs.markFailed,
): Promise<void> {
  await withTimeLimit(timeoutMs, () => db.batch([endLease(mails, mail, set)]));
}
