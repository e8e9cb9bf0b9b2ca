import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { MailKind } from '../../../../shared/mail-kinds.ts';
import type { NewsletterState } from '../../../../shared/schemas/newsletter.ts';
import { createdAt, id, moment } from './columns.ts';
import { letters, newsletterSubscriptions } from './newsletter.ts';

export const mailState = pgEnum('mail_state', ['waiting', 'sent', 'failed', 'cancelled']);

/**
 * The outbox. A mail is inserted in the transaction of the change that it announces, and a scheduled job sends it. `kind` and
 * `subject_id` are unique, so each event has one mail of a kind. Forgetting a person clears the address.
 */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** The id of the event or record that the mail is about. */
    subjectId: text('subject_id').notNull(),
    address: text('address'),
    /** The facts that the template needs. They are deleted when the mail is sent or cancelled. */
    data: jsonb('data'),
    /** The letter that the mail carries, if its kind is `letter` or `affiliate-letter`. */
    letterId: uuid('letter_id').references(() => letters.id),
    state: mailState('state').notNull().default('waiting'),
    dueAt: moment('due_at').notNull(),
    /** The end of a worker's lease. If the worker dies, another worker takes the mail after the lease. */
    leasedUntil: moment('leased_until'),
    /** The number of attempts to send the mail. An attempt without an answer of the mail server does not count. */
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: createdAt(),
    /** When the mail was sent, given up or cancelled. */
    finishedAt: moment('finished_at'),
  },
  (table) => [
    uniqueIndex('mails_subject_key').on(table.kind, table.subjectId),
    // Mails that somebody waits for come before letters.
    index('mails_due_idx')
      .on(sql`(letter_id is not null)`, table.dueAt, table.id)
      .where(sql`state = 'waiting'`),
    index('mails_letter_idx').on(table.letterId, table.state),
    // Mails about a notice: the subject begins with the id of the purchase.
    index('mails_noticed_purchase_idx')
      .on(sql`split_part(subject_id, ' ', 1)`)
      .where(sql`kind in ('renewal-notice', 'renewal-failed', 'year-ending')`),
    index('mails_address_idx').on(sql`normalise_email(${table.address})`),
    index('mails_failed_idx')
      .on(table.finishedAt)
      .where(sql`state = 'failed'`),
    check(
      'mails_waiting',
      sql`${table.state} <> 'waiting' or (${table.address} is not null and ${table.data} is not null)`,
    ),
    check('mails_finished', sql`(${table.state} = 'waiting') = (${table.finishedAt} is null)`),
  ],
);

/** SQL condition for a mail of the newsletter: its subscription has this state. */
export function hasSubscription(state: NewsletterState): SQL {
  const { id: subscriptionId, state: current } = newsletterSubscriptions;
  return sql`exists (
    select from ${newsletterSubscriptions}
    where ${subscriptionId} = (${mails.data} ->> 'subscription_id')::uuid and ${current} = ${state}
  )`;
}
