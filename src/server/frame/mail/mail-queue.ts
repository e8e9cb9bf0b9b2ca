import { eq, ne, sql, type SQL } from 'drizzle-orm';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import { hasSubscription, mails } from '../db/schema/mails.ts';
import { letters } from '../db/schema/newsletter.ts';
import { jsonObject, timestamptz } from '../db/sql.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';
import { backOffMs, type ClaimOf, endLease, giveUp, leaseOf } from '../queue/queue.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { isWantedByAffiliate } from './affiliate-letters.ts';
import { isTimely } from './link-lifetimes.ts';

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
    /** False for a mail whose link has waited too long, or whose day is over. */
    is_timely: sql<boolean>`${isTimely(now)}`,
    /** False for a letter to an affiliate who no longer gets letters at this address. */
    is_wanted: sql<boolean>`${isWantedByAffiliate}`,
    letter: sql<Pick<typeof letters.$inferSelect, 'subject' | 'preview' | 'html' | 'text'> | null>`(
      select ${jsonObject({ subject, preview, html, text })} from ${letters} where ${eq(letters.id, mails.letterId)}
    )`,
  };
}

/**
 * Condition for a mail that is no letter, or whose letter is not paused and whose reader has not unsubscribed. A letter that an
 * affiliate does not want is claimed, and then cancelled.
 */
const isLetterAllowed: SQL = sql`(${mails.letterId} is null or (
    exists (select from ${letters} where ${eq(letters.id, mails.letterId)} and ${letters.pausedAt} is null)
    and (${ne(mails.kind, 'letter')} or ${hasSubscription('confirmed')})
  ))`;

/** The outbox. Mails that somebody waits for come before letters. */
export const mailQueue = {
  table: mails,
  isOpen: sql`${mails.state} = 'waiting'`,
  mayClaim: isLetterAllowed,
  dueAt: mails.dueAt,
  order: [sql`(${mails.letterId} is not null)`, mails.dueAt, mails.id],
  columns: claimedColumns,
  /** The last attempt is about four days after the first. */
  maxAttempts: 24,
  /** An admin can retry a mail that was given up. */
  afterFailure: (next: Date | null, now: Date) =>
    next ? { dueAt: next } : ({ state: 'failed', finishedAt: now } as const),
};

/** A mail that is leased to this worker. */
export type ClaimedMail = ClaimOf<typeof mailQueue>;

type Clock = Pick<Context, 'db' | 'now'>;

/** Condition for a mail that is no letter, written as the first expression of the index `mails_due_idx`. */
export const isNoLetter: SQL = sql`(${mails.letterId} is not null) is false`;

/** Marks a mail as sent, and deletes its facts. Tries twice, because a mail that is not marked is sent again. */
export function markSent(clock: Clock, mail: ClaimedMail): Promise<void> {
  const set = { state: 'sent', data: null, lastError: null, finishedAt: clock.now } as const;
  const mark = () => endLease(mailQueue, clock, mail, set, limits.timeoutMs.endLease);
  return mark().catch(mark);
}

/** Cancels a mail that its recipient does not want anymore, and deletes its facts. */
export function cancelMail(clock: Clock, mail: ClaimedMail): Promise<void> {
  return endLease(mailQueue, clock, mail, { state: 'cancelled', data: null, finishedAt: clock.now });
}

/**
 * Gives up a mail whose mailbox does not exist, and ends the newsletter subscription of the address. `isCertain`: the
 * server's code says so. Then the address is also suppressed, as after a reported bounce.
 */
export async function giveUpAddress(
  clock: Clock,
  mail: ClaimedMail,
  reason: string,
  isCertain: boolean,
): Promise<void> {
  await giveUp(mailQueue, clock, mail, reason);
  await withTimeLimit(limits.timeoutMs.endLeaseLate, () =>
    clock.db.atomically((tx) => [endSubscriptions(tx, clock, [mail.address], 'bounce', isCertain)]),
  );
}

/** Puts a mail back because the mail server does not answer or refuses us. The attempt does not count. */
export function putMailBack(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const dueAt = new Date(clock.now.getTime() + backOffMs(1));
  return endLease(mailQueue, clock, mail, { attempts: oneAttemptLess, dueAt, lastError: reason });
}

/**
 * Puts a mail back that was refused for a reason that may concern every mail. The attempt does not count. The mail waits as long
 * as it is old, at least one minute and at most one hour, so that the next run begins with other mails.
 */
export function postponeMail(clock: Clock, mail: ClaimedMail, reason: string): Promise<void> {
  const now = timestamptz(clock.now);
  const dueAt = sql`${now} + least(greatest(${now} - ${mails.createdAt}, interval '1 minute'), interval '1 hour')`;
  return endLease(mailQueue, clock, mail, { attempts: oneAttemptLess, dueAt, lastError: reason });
}

const oneAttemptLess = sql`${mails.attempts} - 1`;
