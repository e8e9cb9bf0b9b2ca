import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { countedEvents, fromPattern, linkEvents } from '../../../../shared/counted-events.ts';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { affiliates } from './affiliates.ts';
import { createdAt, id, isBetween, moment, nowByDefault } from './columns.ts';

/**
 * Every code that belongs to an affiliate: the affiliate's own code, which a trigger adds, and the codes of named links. A
 * code never changes its affiliate, and no row is ever removed while the affiliate exists, so that old links keep their owner.
 */
export const affiliateCodes = pgTable(
  'affiliate_codes',
  {
    code: text('code').primaryKey(),
    affiliateId: uuid('affiliate_id')
      .notNull()
      .references(() => affiliates.id, { onDelete: 'cascade' }),
    /** The affiliate's name for the link. Null for the affiliate's own code. */
    label: text('label'),
    createdAt: nowByDefault('created_at'),
    /** When the affiliate deleted the link. The code still counts clicks and earns commissions. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('affiliate_codes_affiliate_idx').on(table.affiliateId, table.createdAt),
    uniqueIndex('affiliate_codes_label_key')
      .on(table.affiliateId, sql`lower(${table.label})`)
      .where(sql`${table.deletedAt} is null`),
    check('affiliate_codes_shape', sql`${table.code} ~ '^[a-z0-9][a-z0-9_-]{0,31}$'`),
    check('affiliate_codes_label_length', isBetween(table.label, 1, maxLengths.linkLabel)),
    check('affiliate_codes_own_stays', sql`${table.label} is not null or ${table.deletedAt} is null`),
  ],
);

/** The number of clicks on links with a code, per UTC day. It says nothing about who clicked. */
export const linkClicks = pgTable(
  'link_clicks',
  {
    code: text('code')
      .notNull()
      .references(() => affiliateCodes.code, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.day] }),
    check('link_clicks_positive', sql`${table.clicks} > 0`),
  ],
);

export const countedEvent = pgEnum('counted_event', countedEvents);

/** The number of events on the website, per UTC day. It says nothing about who caused them. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    day: date('day').notNull(),
    event: countedEvent('event').notNull(),
    /** The path of a viewed page, a plan, or a file. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.event, table.subject] }),
    check('daily_counts_subject_length', isBetween(table.subject, 1, maxLengths.countedSubject)),
    check('daily_counts_positive', sql`${table.count} > 0`),
  ],
);

/** The owner's links, for letters and posts. They belong to no affiliate and earn no commission. */
export const ownerLinks = pgTable(
  'owner_links',
  {
    id: id(),
    /** The admin's name for the link. Visitors do not see it. */
    name: text('name').notNull(),
    code: text('code').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('owner_links_code_key').on(table.code),
    uniqueIndex('owner_links_name_key').on(sql`lower(${table.name})`),
    check('owner_links_code_shape', sql`${table.code} ~ '${sql.raw(fromPattern)}'`),
    check('owner_links_name_length', isBetween(table.name, 1, maxLengths.linkLabel)),
  ],
);

export const linkEvent = pgEnum('link_event', linkEvents);

/** The number of events after an owner's link, per UTC day. It says nothing about who caused them. */
export const ownerLinkCounts = pgTable(
  'owner_link_counts',
  {
    linkId: uuid('link_id')
      .notNull()
      .references(() => ownerLinks.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    event: linkEvent('event').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.linkId, table.day, table.event] }),
    check('owner_link_counts_positive', sql`${table.count} > 0`),
  ],
);

/** The number of times that a page's policy blocked a host, per UTC day. It says nothing about who viewed the page. */
export const policyViolations = pgTable(
  'policy_violations',
  {
    day: date('day').notNull(),
    /** The directive that blocked, such as `connect-src`. */
    directive: text('directive').notNull(),
    /** The blocked host, or a word such as `inline` or `self`. */
    host: text('host').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.directive, table.host] }),
    check('policy_violations_directive_length', isBetween(table.directive, 1, maxLengths.policyDirective)),
    check('policy_violations_host_length', isBetween(table.host, 1, maxLengths.blockedHost)),
    check('policy_violations_positive', sql`${table.count} > 0`),
  ],
);
