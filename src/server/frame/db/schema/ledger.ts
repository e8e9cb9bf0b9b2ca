import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { affiliates } from './affiliates.ts';
import { id, moment, nowByDefault } from './columns.ts';
import { payments } from './purchases.ts';

export const entryKind = pgEnum('entry_kind', [
  'commission',
  'refund',
  'reversal',
  'reattribution',
  'adjustment',
]);

/**
 * The commission ledger: append-only, in signed US cents. Triggers refuse updates, deletes, and an entry that would bring
 * an affiliate's sum for one payment below zero or above its rate.
 */
export const commissionEntries = pgTable(
  'commission_entries',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: entryKind('kind').notNull(),
    /** The cause: PayPal's capture, sale or refund id, an audit entry, or a payment's n-th adjustment. */
    source: text('source').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The cents that the rate was applied to. */
    baseCents: integer('base_cents').notNull(),
    rateBasisPoints: integer('rate_basis_points').notNull(),
    termsVersion: text('terms_version').notNull(),
    /** The rule that counted the payment's age, so that a newer rule does not change old entries: see `paymentAgeMonths`. */
    ageRule: smallint('age_rule').notNull(),
    /** When the event happened. It decides the month of the statement. */
    occurredAt: moment('occurred_at').notNull(),
    recordedAt: nowByDefault('recorded_at'),
  },
  (table) => [
    unique('commission_entries_owner_key').on(table.id, table.affiliateId),
    unique('commission_entries_source_key').on(table.source, table.kind, table.affiliateId),
    uniqueIndex('commission_entries_one_commission_key')
      .on(table.paymentId)
      .where(sql`${table.kind} = 'commission'`),
    index('commission_entries_affiliate_idx').on(table.affiliateId, table.occurredAt),
    index('commission_entries_payment_idx').on(table.paymentId),
    check('commission_entries_base', sql`${table.baseCents} >= 0`),
    check('commission_entries_rate', sql`${table.rateBasisPoints} between 0 and 10000`),
    check(
      'commission_entries_sign',
      sql`(${table.kind} <> 'commission' or ${table.amountCents} >= 0) and (${table.kind} not in ('refund', 'reversal') or ${table.amountCents} <= 0)`,
    ),
  ],
);

/** Why a hold was placed. Nothing places a hold with the reason `review`. */
export const holdReason = pgEnum('hold_reason', ['self-referral', 'dispute', 'review']);

/** A payment whose commission waits for an admin. The hold is open while `released_at` is null. */
export const commissionHolds = pgTable(
  'commission_holds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    reason: holdReason('reason').notNull(),
    placedAt: nowByDefault('placed_at'),
    releasedAt: moment('released_at'),
    releasedBy: text('released_by'),
  },
  (table) => [
    uniqueIndex('commission_holds_open_key')
      .on(table.paymentId, table.reason)
      .where(sql`${table.releasedAt} is null`),
    index('commission_holds_payment_idx').on(table.paymentId),
    check('commission_holds_release', sql`(${table.releasedAt} is null) = (${table.releasedBy} is null)`),
  ],
);
