import { and, eq, lte, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import { hasSubscription, mails } from '../db/schema/mails.ts';
import { letters } from '../db/schema/newsletter.ts';
import { jsonObject, timestamptz } from '../db/sql.ts';
import { endLease, isUnleased, leaseOf, newLeaseEnd } from '../db/worker-lease.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { isSendableLink } from './link-lifetimes.ts';
import { backOffMs } from '../outbound/back-off.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';

/** What a claim returns of a mail. `attempts` includes the current attempt. */
function claimedColumns(now: Date) {
  const { subject, preview, html, text } = letters;
  return {
    id: mails.id,
    kind: mails.kind,
    // A waiting mail has both: see the check `mails_waiting`.
    address: sql<string>`${mails.address}`,
    data: sql<Readonly<Record<string, unknown>>>`${mails.data}`,
    attempts: mails.attempts,
    lease: leaseOf(mails),
    /** False for a mail that has a link and has waited too long. */
    is_sendable: sql<boolean>`${isSendableLink(now)}`,
    letter: sql<Pick<typeof letters.$inferSelect, 'subject' | 'preview' | 'html' | 'text'> | null>`(
      select ${jsonObject({ subject, preview, html, text })} from ${letters} where ${eq(letters.id, mails.letterId)}
    )`,
  };
}

/** A mail that is leased to this worker. */
export type ClaimedMail = SelectResultFields<ReturnType<typeof claimedColumns>>;

type Clock = Pick<Context, 'db' | 'now'>;

/** The number of attempts. The last one is about four days after the first. */
export const maxSendAttempts = 24;

/**
 * Claims the mail that is due first. Mails that somebody waits for come before letters. A letter's mail is claimed only while
 * the subscription is confirmed and the letter is not paused. Returns null if no mail is due.
 */
export async function claimDueMail({ db, now }: Clock, withLetters: boolean): Promise<ClaimedMail | null> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        eq(mails.state, 'waiting'),
        lte(mails.dueAt, now),
        isUnleased(mails, now),
        withLetters ? isSendable : isNoLetter,
      ),
    )
    .orderBy(sql`(${mails.letterId} is not null)`, mails.dueAt, mails.id)
    .limit(1)
    .for('update', { skipLocked: true });
  const [[claimed]] = await db.atomically((tx) => [
    tx
      .update(mails)
      .set({ leasedUntil: newLeaseEnd(now), attempts: sql`${mails.attempts} + 1` })
      .where(eq(mails.id, sql`(${due.getSQL()})`))
      .returning(claimedColumns(now)),
  ]);
  return claimed ?? null;
}

/** Condition for a mail that is no letter, or whose letter is not paused and whose reader has not unsubscribed. */
const isSendable = sql`(${mails.letterId} is null or (
    exists (select from ${letters} where ${eq(letters.id, mails.letterId)} and ${letters.pausedAt} is null)
    and ${hasSubscription('confirmed')}
  ))`;

/** Condition for a mail that is no letter, written as the first expression of the index `mails_due_idx`. */
const isNoLetter = sql`(${mails.letterId} is not null) is false`;

/** Marks a mail as sent, and deletes its facts. Tries twice, because a mail that is not marked is sent again. */
export function markSent(clock: Clock, mail: ClaimedMail): Promise<void> {
  const set = { state: 'sent', data: null, lastError: null, finishedAt: clock.now } as const;
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
  await withTimeLimit(limits.timeoutMs.markFailed, () =>
    clock.db.atomically((tx) => [endSubscriptions(tx, clock, [mail.address], 'bounce', isCertain)]),
  );
}

/** Gives up a mail that has had its last attempt. An admin can send it again. */
export function giveUpMail(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  return update(clock, mail, { state: 'failed', lastError: reason, finishedAt: clock.now });
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
  const dueAt = new Date(clock.now.getTime() + backOffMs(mail.attempts));
  await update(clock, mail, { dueAt, lastError: reason });
  return 'retried';
}

/** Puts a mail back because the mail server does not answer or refuses us. The attempt does not count. */
export function putMailBack(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const dueAt = new Date(clock.now.getTime() + backOffMs(1));
  return update(clock, mail, { attempts: oneAttemptLess, dueAt, lastError: reason });
}

/**
 * Puts a mail back that was refused for a reason that may concern every mail. The attempt does not count. The mail waits as long
 * again as it has waited, one minute to one hour, so that the next run begins with other mails.
 */
export function postponeMail(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const now = timestamptz(clock.now);
  const dueAt = sql`${now} + least(greatest(${now} - ${mails.createdAt}, interval '1 minute'), interval '1 hour')`;
  return update(clock, mail, { attempts: oneAttemptLess, dueAt, lastError: reason });
}

const oneAttemptLess = sql`${mails.attempts} - 1`;

/** Ends the lease. The time limit of the job may be over, so this has its own limit. */
async function update(
  { db }: Clock,
  mail: ClaimedMail,
  set: PgUpdateSetSource<typeof mails>,
  timeoutMs: number = limits.timeoutMs.markFailed,
): Promise<void> {
  await withTimeLimit(timeoutMs, () => db.atomically((tx) => [endLease(tx, mails, mail, set)]));
}
