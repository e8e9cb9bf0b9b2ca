import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, nowByDefault } from './columns.ts';

/**
 * Counters of rate limits: per target (an address, an order) and per network, one row for each time window. The row of a
 * failed sign-in with a service secret has the time of the try instead of a window.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: moment('window_start').notNull(),
    hits: integer('hits').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window_idx').on(table.windowStart),
    check('rate_limits_hits', sql`${table.hits} >= 1`),
  ],
);

/**
 * The audit log: who changed what, with the values before and after. It is append-only, and written in the transaction of
 * the change. Only redaction may change an entry, for a person who asked to be forgotten: see `check_redaction` in
 * drizzle/migrations. Only admins have their address in it.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: nowByDefault('at'),
    actorId: text('actor_id').notNull(),
    actorEmail: text('actor_email'),
    action: text('action').notNull(),
    entity: text('entity').notNull(),
    entityId: text('entity_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    requestId: text('request_id'),
    /** The text that a list's search matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(action || chr(10) || coalesce(actor_email, '') || chr(10) || entity_id)`,
    ),
  },
  (table) => [
    index('audit_log_at_idx').on(table.at, table.id),
    index('audit_log_entity_idx').on(table.entity, table.entityId, table.at),
    index('audit_log_actor_idx').on(sql`lower(${table.actorEmail})`, table.at),
    index('audit_log_account_idx').on(table.actorId, table.at),
    index('audit_log_action_idx').on(table.action, table.at, table.id),
    // Finds the entries that mention an address.
    index('audit_log_addresses_idx').using('gin', sql`mentioned_emails(${table.before}, ${table.after})`),
  ],
);

/**
 * Queues of writers that would otherwise keep conflicting: the first row of each name holds the lease. The row of a writer
 * that died expires.
 */
export const leases = pgTable(
  'leases',
  {
    name: text('name').notNull(),
    holder: uuid('holder').notNull(),
    queuedAt: moment('queued_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.holder] })],
);

/** The results of comparing our books with PayPal's, one row for each run, append-only. No personal data. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: id(),
    /** The first and the last UTC day of the comparison, as text: see statements.month. */
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** The number of payments and refunds. */
    compared: integer('compared').notNull(),
    differences: jsonb('differences').notNull(),
    madeAt: nowByDefault('made_at'),
  },
  (table) => [
    index('reconciliations_made_idx').on(table.madeAt, table.id),
    check('reconciliations_days', sql`${table.firstDay} <= ${table.lastDay}`),
  ],
);
