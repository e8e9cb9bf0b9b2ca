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
import { createdAt, id, moment, nowByDefault } from './columns.ts';
import { commissionEntries } from './ledger.ts';

/** The closed UTC months, each as its first day (read it as text). A trigger refuses gaps. */
export const closedMonths = pgTable(
  'closed_months',
  {
    month: date('month', { mode: 'string' }).primaryKey(),
    closedAt: nowByDefault('closed_at'),
  },
  (table) => [check('closed_months_start', sql`extract(day from ${table.month}) = 1`)],
);

/** The reason why a balance was carried over and not paid out. */
export const carriedReason = pgEnum('carried_reason', [
  'negative',
  'below-minimum',
  'no-payout-email',
  'closed',
]);

/**
 * A closed UTC month of an affiliate. Triggers refuse every change, and new statements of a closed month. All amounts
 * except `paid_cents` may be negative.
 */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id),
    /** The first day of the month. Read it as text: the driver would make it a Date in its own time zone. */
    month: date('month', { mode: 'string' }).notNull(),
    /** The closing balance of the affiliate's previous statement. */
    openingCents: integer('opening_cents').notNull(),
    /** The sum of the statement's entries and of its returned payouts. */
    entriesCents: integer('entries_cents').notNull(),
    /** The part of `entries_cents` that comes from rejected payouts: see statement_returns. */
    returnedCents: integer('returned_cents').notNull().default(0),
    /** The amount of the payout, from its proposal on. */
    paidCents: integer('paid_cents').notNull(),
    closingCents: integer('closing_cents').notNull(),
    thresholdCents: integer('threshold_cents').notNull(),
    noMinimum: boolean('no_minimum').notNull(),
    termsVersion: text('terms_version').notNull(),
    /** Null if nothing is carried over. */
    carriedReason: carriedReason('carried_reason'),
    closedAt: nowByDefault('closed_at'),
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
    check('statements_returned', sql`${table.returnedCents} >= 0`),
    check('statements_carried', sql`${table.carriedReason} is null or ${table.closingCents} <> 0`),
  ],
);

/** The entries of a statement. An entry is in one statement at most. */
export const statementEntries = pgTable(
  'statement_entries',
  {
    statementId: uuid('statement_id').notNull(),
    entryId: uuid('entry_id').notNull(),
    /** The affiliate of the statement and of the entry: a statement has only entries of its own affiliate. */
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

/** The fate of an exported payout that is not paid, from PayPal's report. */
export const payoutResult = pgEnum('payout_result', ['unclaimed', 'returned', 'blocked']);

/** The payout of a statement, and its state. A trigger makes the amount equal to the statement's `paid_cents`. */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statements.id),
    state: payoutState('state').notNull().default('proposed'),
    amountCents: integer('amount_cents').notNull(),
    /** Null once the affiliate is forgotten. */
    payoutEmail: text('payout_email'),
    approvedBy: text('approved_by'),
    approvedAt: moment('approved_at'),
    /** PayPal's transaction id. Every paid payout has one, and every payout that PayPal reported as unclaimed or returned. */
    transactionId: text('transaction_id'),
    /** The last export of the payout to a file: its time, and the account of the admin. */
    exportedAt: moment('exported_at'),
    exportedBy: text('exported_by'),
    /** Null until PayPal reports it. It counts while the payout is neither paid nor rejected. */
    result: payoutResult('result'),
    /** The date of the row of PayPal's report that the result comes from. */
    resultAt: moment('result_at'),
    paidAt: moment('paid_at'),
    /** A rejected payout stays rejected. Its amount comes back in the next statement. */
    rejectedAt: moment('rejected_at'),
    rejectedReason: text('rejected_reason'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payouts_statement_key').on(table.statementId),
    uniqueIndex('payouts_transaction_key').on(table.transactionId),
    index('payouts_created_idx').on(table.createdAt, table.id),
    index('payouts_state_idx').on(table.state, table.createdAt),
    // Finds the records with an address, for the export of personal data.
    index('payouts_payout_email_idx').on(sql`lower(${table.payoutEmail})`),
    check('payouts_amount_positive', sql`${table.amountCents} > 0`),
    check(
      'payouts_paid_with_transaction',
      sql`(${table.state} = 'paid') = (${table.transactionId} is not null and ${table.paidAt} is not null)`,
    ),
    check(
      'payouts_approved_by',
      sql`${table.state} not in ('approved', 'paid') or (${table.approvedBy} is not null and ${table.approvedAt} is not null)`,
    ),
    check('payouts_exported', sql`(${table.exportedAt} is null) = (${table.exportedBy} is null)`),
    check('payouts_result', sql`(${table.result} is null) = (${table.resultAt} is null)`),
    check('payouts_rejected', sql`(${table.state} = 'rejected') = (${table.rejectedAt} is not null)`),
  ],
);

/** The statement that returns the amount of a rejected payout. Each payout is returned once. */
export const statementReturns = pgTable(
  'statement_returns',
  {
    payoutId: uuid('payout_id')
      .primaryKey()
      .references(() => payouts.id),
    statementId: uuid('statement_id').notNull(),
    /** The affiliate of the statement. A trigger refuses payouts of other affiliates, and payouts that are not rejected. */
    affiliateId: uuid('affiliate_id').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.statementId, table.affiliateId],
      foreignColumns: [statements.id, statements.affiliateId],
    }),
    index('statement_returns_statement_idx').on(table.statementId),
  ],
);
