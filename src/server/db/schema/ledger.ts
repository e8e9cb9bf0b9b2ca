import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { affiliates } from './affiliates.ts';
import { createdAt, id, moment } from './columns.ts';
import { payments } from './purchases.ts';

export const entryKind = pgEnum('entry_kind', ['commission', 'refund', 'reversal', 'reattribution']);

/**
 * The commission ledger: append-only, signed US cents. Triggers refuse updates, deletes, and any
 * entry that would bring the sum of one payment and affiliate below zero.
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
    /** What caused it: the provider's capture, sale or refund id, or an audit entry. */
    source: text('source').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The cents the rate was applied to. */
    baseCents: integer('base_cents').notNull(),
    rateBasisPoints: integer('rate_basis_points').notNull(),
    termsVersion: text('terms_version').notNull(),
    /** When the event happened; statements go by it. */
    occurredAt: moment('occurred_at').notNull(),
    recordedAt: createdAt('recorded_at'),
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
      sql`case ${table.kind} when 'commission' then ${table.amountCents} >= 0 when 'reattribution' then true else ${table.amountCents} <= 0 end`,
    ),
  ],
);

export const holdReason = pgEnum('hold_reason', ['self-referral', 'dispute', 'review']);

/** A payment whose commission waits for the admin. Open while `released_at` is null. */
export const commissionHolds = pgTable(
  'commission_holds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    reason: holdReason('reason').notNull(),
    placedAt: createdAt('placed_at'),
    releasedAt: moment('released_at'),
    releasedBy: text('released_by'),
  },
  (table) => [
    uniqueIndex('commission_holds_open_key')
      .on(table.paymentId, table.reason)
      .where(sql`${table.releasedAt} is null`),
    check('commission_holds_release', sql`(${table.releasedAt} is null) = (${table.releasedBy} is null)`),
  ],
);

/** One closed UTC month of one affiliate; never edited once written. Cents may be negative but for `paid`. */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id),
    /** The first day of the month. */
    month: date('month', { mode: 'string' }).notNull(),
    openingCents: integer('opening_cents').notNull(),
    entriesCents: integer('entries_cents').notNull(),
    paidCents: integer('paid_cents').notNull(),
    closingCents: integer('closing_cents').notNull(),
    thresholdCents: integer('threshold_cents').notNull(),
    noMinimum: boolean('no_minimum').notNull(),
    termsVersion: text('terms_version').notNull(),
    closedAt: createdAt('closed_at'),
  },
  (table) => [
    unique('statements_owner_key').on(table.id, table.affiliateId),
    unique('statements_month_key').on(table.affiliateId, table.month),
    index('statements_month_idx').on(table.month),
    check('statements_month_start', sql`extract(day from ${table.month}) = 1`),
    check(
      'statements_balance',
      sql`${table.openingCents} + ${table.entriesCents} - ${table.paidCents} = ${table.closingCents}`,
    ),
    check('statements_paid', sql`${table.paidCents} >= 0 and ${table.thresholdCents} >= 0`),
  ],
);

/** Which entries a statement counts; an entry stands in one statement at the most. */
export const statementEntries = pgTable(
  'statement_entries',
  {
    statementId: uuid('statement_id').notNull(),
    entryId: uuid('entry_id').notNull(),
    /** The affiliate of both: nobody's statement counts another's entry. */
    affiliateId: uuid('affiliate_id').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.statementId, table.affiliateId],
      foreignColumns: [statements.id, statements.affiliateId],
    }),
    foreignKey({
      columns: [table.entryId, table.affiliateId],
      foreignColumns: [commissionEntries.id, commissionEntries.affiliateId],
    }),
    primaryKey({ columns: [table.statementId, table.entryId] }),
    uniqueIndex('statement_entries_entry_key').on(table.entryId),
  ],
);

export const payoutState = pgEnum('payout_state', ['proposed', 'approved', 'paid', 'rejected']);

/** What a statement pays out, and how far it has come. */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statements.id),
    state: payoutState('state').notNull().default('proposed'),
    amountCents: integer('amount_cents').notNull(),
    payoutEmail: text('payout_email').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: moment('approved_at'),
    /** The provider's transaction id; a payout is paid only with one. */
    transactionId: text('transaction_id'),
    paidAt: moment('paid_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payouts_statement_key').on(table.statementId),
    uniqueIndex('payouts_transaction_key').on(table.transactionId),
    index('payouts_state_idx').on(table.state, table.createdAt),
    check('payouts_amount_positive', sql`${table.amountCents} > 0`),
    check(
      'payouts_paid_with_transaction',
      sql`(${table.state} = 'paid') = (${table.transactionId} is not null and ${table.paidAt} is not null)`,
    ),
    check(
      'payouts_approved_by',
      sql`${table.state} not in ('approved', 'paid') or (${table.approvedBy} is not null and ${table.approvedAt} is not null)`,
    ),
  ],
);
