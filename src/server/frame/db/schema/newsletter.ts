import { type SQL, sql } from 'drizzle-orm';
import { check, index, integer, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { leaveReasons, letterAudiences, newsletterStates } from '../../../../shared/schemas/newsletter.ts';
import { createdAt, id, isAtMost, isBetween, moment, nowByDefault } from './columns.ts';

export const subscriptionState = pgEnum('subscription_state', newsletterStates);

export const leaveReason = pgEnum('leave_reason', leaveReasons);

/**
 * Newsletter subscriptions. They are separate from customers, because buyers did not ask for letters. Only `confirmed` addresses
 * get letters. A request that nobody confirms is deleted after two weeks.
 */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: id(),
    name: text('name'),
    email: text('email').notNull(),
    state: subscriptionState('state').notNull().default('asked'),
    /** The last request. A person who left may ask again. */
    askedAt: nowByDefault('asked_at'),
    confirmedAt: moment('confirmed_at'),
    leftAt: moment('left_at'),
    leftReason: leaveReason('left_reason'),
    /** The page or the import that the request came from. */
    source: text('source').notNull(),
    /** The version of the text that the person agreed to at the form. */
    textVersion: text('text_version').notNull(),
    createdAt: createdAt(),
    /** The text that the search of the list matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(coalesce(name, '') || chr(10) || email || chr(10) || source)`,
    ),
  },
  (table) => [
    uniqueIndex('newsletter_subscriptions_email_key').on(sql`lower(${table.email})`),
    index('newsletter_subscriptions_created_idx').on(table.createdAt, table.id),
    index('newsletter_subscriptions_email_idx').on(sql`lower(${table.email})`, table.id),
    // Finds a person by any spelling of the address: see normalizeEmail.
    index('newsletter_subscriptions_person_idx').on(sql`normalise_email(${table.email})`),
    index('newsletter_subscriptions_state_idx').on(table.state, table.askedAt),
    check('newsletter_subscriptions_name_length', isBetween(table.name, 1, maxLengths.name)),
    check('newsletter_subscriptions_email_length', isBetween(table.email, 3, maxLengths.email)),
    check('newsletter_subscriptions_source_length', isAtMost(table.source, maxLengths.source)),
    check(
      'newsletter_subscriptions_dates',
      sql`(${table.state} <> 'confirmed' or ${table.confirmedAt} is not null)
        and (${table.state} = 'left') = (${table.leftAt} is not null)
        and (${table.leftAt} is null) = (${table.leftReason} is null)`,
    ),
  ],
);

/**
 * Addresses that bounced permanently or complained, as SHA-256 of `mailbox_key`. Erasing a person keeps the row, so that nobody
 * can ask for the newsletter with this address again. The hash has no secret, because a replaced secret would lift every row.
 */
export const suppressedAddresses = pgTable(
  'suppressed_addresses',
  {
    addressHash: text('address_hash').primaryKey(),
    reason: leaveReason('reason').notNull(),
    suppressedAt: nowByDefault('suppressed_at'),
  },
  (table) => [check('suppressed_addresses_hash_length', isBetween(table.addressHash, 64, 64))],
);

/** The hash of an email in `suppressed_addresses`. */
export const addressHash = (email: SQL): SQL =>
  sql`encode(sha256(convert_to(mailbox_key(${email}), 'UTF8')), 'hex')`;

export const letterAudience = pgEnum('letter_audience', letterAudiences);

/** Letters that were sent to everybody of their audience, with the text as it was sent. A letter is sent once. */
export const letters = pgTable(
  'letters',
  {
    id: id(),
    /** The name of the file in src/content/letters, without its ending. */
    slug: text('slug').notNull(),
    audience: letterAudience('audience').notNull().default('readers'),
    subject: text('subject').notNull(),
    /** The sentence that mail programs show next to the subject. */
    preview: text('preview').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    recipients: integer('recipients').notNull(),
    sentBy: text('sent_by').notNull(),
    queuedAt: nowByDefault('queued_at'),
    /** While it is set, no mail of the letter is sent. */
    pausedAt: moment('paused_at'),
  },
  (table) => [uniqueIndex('letters_slug_key').on(table.slug)],
);
