import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { createdAt, id, isBetween, nowByDefault, version } from './columns.ts';

/** Buyers, and other people who gave a name or an address. Each address has one row, in any letter case. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    name: text('name'),
    email: text('email'),
    createdAt: createdAt(),
    updatedAt: nowByDefault('updated_at'),
    version: version(),
    /** The text that a list's search matches. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(coalesce(name, '') || chr(10) || coalesce(email, ''))`,
    ),
  },
  (table) => [
    uniqueIndex('customers_email_key').on(sql`lower(${table.email})`),
    // Finds a person by any spelling of the address: see normalizeEmail.
    index('customers_person_idx').on(sql`normalise_email(${table.email})`),
    index('customers_created_at_idx').on(table.createdAt, table.id),
    // Lists sort by these expressions. They are never null, so that a page can begin after any row.
    index('customers_name_idx').on(sql`coalesce(lower(${table.name}), '')`, table.id),
    index('customers_email_idx').on(sql`coalesce(lower(${table.email}), '')`, table.id),
    check('customers_not_empty', sql`${table.name} is not null or ${table.email} is not null`),
    check('customers_name_length', isBetween(table.name, 1, maxLengths.name)),
    check('customers_email_length', isBetween(table.email, 3, maxLengths.email)),
  ],
);
