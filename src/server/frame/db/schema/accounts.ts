import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { id, isBetween, moment, nowByDefault } from './columns.ts';

/**
 * Changes of the email address of accounts. A row begins as a request, which the new address confirms. The old address can undo a
 * change for a week. The rows are deleted two weeks after the change.
 */
export const addressChanges = pgTable(
  'address_changes',
  {
    id: id(),
    /** The account at Firebase. */
    uid: text('uid').notNull(),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    /** True if the account had proved the old address. Only then mails go to the old address. */
    isOldEmailConfirmed: boolean('is_old_email_confirmed').notNull().default(true),
    /** The account's affiliate at the request. It comes back with the old address, even from another owner. */
    affiliateId: uuid('affiliate_id'),
    /** The payment email of the account's affiliate at the request. The old address can restore it. */
    paymentEmail: text('payment_email'),
    requestedAt: nowByDefault('requested_at'),
    /** When Firebase and our records had the new address. */
    completedAt: moment('completed_at'),
    /** When a newer request replaced this one, or when the old address was restored. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('address_changes_uid_idx').on(table.uid, table.requestedAt),
    index('address_changes_requested_idx').on(table.requestedAt),
    index('address_changes_old_email_idx').on(sql`normalise_email(${table.oldEmail})`),
    index('address_changes_new_email_idx').on(sql`normalise_email(${table.newEmail})`),
    check('address_changes_old_email_length', isBetween(table.oldEmail, 3, maxLengths.email)),
    check('address_changes_new_email_length', isBetween(table.newEmail, 3, maxLengths.email)),
  ],
);

/** Sign-ins of the last 90 days. A sign-in has no id of its own: its token carries the time. */
export const signIns = pgTable(
  'sign_ins',
  {
    uid: text('uid').notNull(),
    /** The `auth_time` of the tokens, to the second. */
    authTime: moment('auth_time').notNull(),
    /** Browser and system, such as `Firefox on Windows`. */
    browser: text('browser').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.authTime] }),
    index('sign_ins_time_idx').on(table.authTime),
    check('sign_ins_browser_length', isBetween(table.browser, 1, 60)),
  ],
);
