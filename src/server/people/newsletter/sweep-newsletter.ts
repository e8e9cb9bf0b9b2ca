import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import type { Context } from '../../frame/context/context.ts';
import { hasSubscription, mails } from '../../frame/db/schema/mails.ts';
import { newsletterSubscriptions as subscriptions } from '../../frame/db/schema/newsletter.ts';
import { forgetMailsWhere } from '../../frame/mail/forget-mails.ts';

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
  const { id, email, state, askedAt, confirmedAt } = subscriptions;
  const isOver = and(eq(state, 'asked'), lt(askedAt, new Date(now.getTime() - maxRequestAge)));
  const isExpired = and(isOver, isNull(confirmedAt));
  const expiredKeys = sql`(select normalise_email(${email}) from ${subscriptions} where ${isExpired})`;
  const isToExpired = sql`normalise_email(${mails.address}) = any ${expiredKeys}
    and ${eq(mails.kind, 'newsletter-confirmation')}`;
  const isToFormerReader = sql`${eq(mails.kind, 'letter')} and ${eq(mails.state, 'waiting')}
    and not ${hasSubscription('confirmed')}`;
  const [, , , requests, cancelled] = await db.atomically((tx) => [
    tx.select({ id }).from(subscriptions).where(isExpired).orderBy(id).for('update'),
    tx
      .update(subscriptions)
      .set({ state: 'left', leftAt: now, leftReason: 'page' })
      .where(and(isOver, isNotNull(confirmedAt))),
    tx.execute(forgetMailsWhere({ now }, isToExpired)),
    tx.delete(subscriptions).where(isExpired).returning({ id }),
    tx.execute(sql`${forgetMailsWhere({ now }, isToFormerReader)} returning ${mails.id}`),
  ]);
  return { requests: requests.length, mails: cancelled.length };
}
