import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { isBetween } from './columns.ts';

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
