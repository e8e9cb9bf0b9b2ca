import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';

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
    at: createdAt('at'),
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
    // Finds the entries that mention an address.
    index('audit_log_addresses_idx').using('gin', sql`mentioned_emails(${table.before}, ${table.after})`),
  ],
);
