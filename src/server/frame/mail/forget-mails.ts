import { sql, type SQL } from 'drizzle-orm';
import { normalizeEmail } from '../../../shared/email.ts';
import type { Context } from '../context/context.ts';
import { erasedValues } from '../db/personal-columns.ts';
import { mails } from '../db/schema/mails.ts';
import { builder, textArray, timestamptz } from '../db/sql.ts';

/**
 * UPDATE that removes addresses from the outbox if `condition` holds. It compares normalized emails. A mail that was not sent yet
 * is cancelled. The rows stay as a record of sent mails.
 */
export function forgetMails(clock: Pick<Context, 'now'>, emails: readonly string[], condition: SQL): SQL {
  const keys = textArray(emails.map(normalizeEmail));
  return forgetMailsWhere(clock, sql`normalise_email(${mails.address}) = any (${keys}) and ${condition}`);
}

/** UPDATE that removes address and facts from the mails of the condition. It cancels waiting mails. */
export function forgetMailsWhere({ now }: Pick<Context, 'now'>, condition: SQL): SQL {
  const { state, finishedAt } = mails;
  return builder
    .update(mails)
    .set({
      ...erasedValues(mails),
      leasedUntil: null,
      state: sql`case ${state} when 'waiting' then 'cancelled' else ${state} end`,
      finishedAt: sql`coalesce(${finishedAt}, ${timestamptz(now)})`,
    })
    .where(condition)
    .getSQL();
}
