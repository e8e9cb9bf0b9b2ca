import { sql } from 'drizzle-orm';
import { boolean, check, index, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { withdrawalKinds } from '../../../../shared/withdrawals.ts';
import { createdAt, id, isBetween, moment, nowByDefault } from './columns.ts';

/**
 * Visits of buyers to their purchases. A row begins as a mailed link, which opens one session. A signed-in account with the
 * confirmed address opens a session without a link. The rows are deleted a day later.
 */
export const portalSessions = pgTable(
  'portal_sessions',
  {
    id: id(),
    /** The address whose purchases the session shows. */
    email: text('email').notNull(),
    createdAt: createdAt(),
    /** When the mailed link was used, or when the account opened the session. */
    openedAt: moment('opened_at'),
    /** SHA-256 of the token in the session's cookie. */
    tokenHash: text('token_hash'),
    /** The account that opened the session, and the time of its sign-in. The session ends with the account's. Null for a link. */
    uid: text('uid'),
    signedInAt: moment('signed_in_at'),
    endsAt: moment('ends_at'),
  },
  (table) => [
    uniqueIndex('portal_sessions_token_key').on(table.tokenHash),
    index('portal_sessions_email_idx').on(sql`normalise_email(${table.email})`),
    index('portal_sessions_uid_idx').on(table.uid),
    index('portal_sessions_created_idx').on(table.createdAt),
    check('portal_sessions_email_length', isBetween(table.email, 3, maxLengths.email)),
    check(
      'portal_sessions_opened',
      sql`(${table.openedAt} is null) = (${table.tokenHash} is null) and (${table.openedAt} is null) = (${table.endsAt} is null)`,
    ),
  ],
);

export const withdrawalKind = pgEnum('withdrawal_kind', withdrawalKinds);

/**
 * Requests of buyers from the form on /withdraw: to withdraw from the contract (EU directive 2023/2673), to cancel it, or to get
 * their money back. Forgetting a person clears the name and the address.
 */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: id(),
    kind: withdrawalKind('kind').notNull().default('withdrawal'),
    name: text('name'),
    email: text('email'),
    /** The order number as the buyer typed it. It may belong to no purchase. */
    orderNumber: text('order_number').notNull(),
    /** True if the address had a purchase when the withdrawal arrived. Then it may be meant even if the order number is unknown. */
    isFromBuyer: boolean('is_from_buyer').notNull().default(false),
    receivedAt: nowByDefault('received_at'),
    /** The account of the admin who asked PayPal for everything, while PayPal has not answered. A job then marks it as handled. */
    settledBy: text('settled_by'),
    /** When an admin marked the request as handled, the account of the admin, and the note. */
    handledAt: moment('handled_at'),
    handledBy: text('handled_by'),
    handledNote: text('handled_note'),
  },
  (table) => [
    index('withdrawals_received_idx').on(table.receivedAt, table.id),
    index('withdrawals_email_idx').on(sql`normalise_email(${table.email})`),
    index('withdrawals_open_idx')
      .on(table.receivedAt)
      .where(sql`handled_at is null`),
    index('withdrawals_settled_idx')
      .on(table.receivedAt)
      .where(sql`handled_at is null and settled_by is not null`),
    check('withdrawals_name_length', isBetween(table.name, 1, maxLengths.name)),
    check('withdrawals_email_length', isBetween(table.email, 3, maxLengths.email)),
    check('withdrawals_order_number_length', isBetween(table.orderNumber, 1, maxLengths.orderNumber)),
    check('withdrawals_note_length', isBetween(table.handledNote, 1, maxLengths.reason)),
    check(
      'withdrawals_handled',
      sql`(${table.handledAt} is null) = (${table.handledBy} is null) and (${table.handledAt} is null) = (${table.handledNote} is null)`,
    ),
  ],
);
