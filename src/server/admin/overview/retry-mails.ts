import * as z from 'zod/mini';
import { gt, ne, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../../shared/dates.ts';
import { auditedUpdate } from '../../frame/audit/audited-change.ts';
import type { Context } from '../../frame/context/context.ts';
import { hasSubscription, mails } from '../../frame/db/schema/mails.ts';
import { isWantedByAffiliate } from '../../frame/mail/affiliate-letters.ts';
import { isTimely } from '../../frame/mail/link-lifetimes.ts';

/** An admin can send a mail again for this many days after it was given up. */
const retriableDays = 30;

/**
 * SQL condition for a mail that was given up and that an admin can send again. Leaves out mails to forgotten people, letters to
 * people who do not want them anymore, confirmations of requests that have ended, and links that have expired.
 */
export function isRetriable(now: Date): SQL {
  return sql`${isGivenUp(now)} and ${isWanted}`;
}

/** SQL condition for a mail that was given up, and whose link has not expired. It reads only columns of the mail. */
function isGivenUp(now: Date): SQL {
  const { state, finishedAt, address, data } = mails;
  return sql`${state} = 'failed' and ${gt(finishedAt, new Date(now.getTime() - retriableDays * dayMs))}
    and ${address} is not null and ${data} is not null and ${isTimely(now)}`;
}

const isWanted = sql`(${ne(mails.kind, 'letter')} or ${hasSubscription('confirmed')}) and ${isWantedByAffiliate}
  and (${ne(mails.kind, 'newsletter-confirmation')} or ${hasSubscription('asked')})`;

export const retriedMails = z.object({
  mails: z.number().check(z.describe('Number of emails that were queued again')),
});

/** Queues the mails again that were given up in the last 30 days, and resets their attempts. Audited. */
export async function retryMails(context: Context): Promise<z.infer<typeof retriedMails>> {
  const { now } = context;
  const [{ changed }] = await context.db.atomically((tx) => [
    auditedUpdate(tx, context, mails, {
      action: 'mail.retry',
      where: isGivenUp(now),
      onlyIf: isWanted,
      isBulk: true,
      set: { state: 'waiting', dueAt: now, attempts: 0, leasedUntil: null, finishedAt: null },
    }),
  ]);
  return { mails: changed.length };
}
