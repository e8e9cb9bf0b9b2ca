import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, version } from './columns.ts';

/** Newsletter sign-ups and buyers who left a name or an address. One row an address, whatever its case. */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    name: text('name'),
    email: text('email'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at')
      .notNull()
      .default(sql`now()`),
    version: version(),
  },
  (table) => [
    uniqueIndex('customers_email_key').on(sql`lower(${table.email})`),
    index('customers_created_at_idx').on(table.createdAt.desc(), table.id.desc()),
    index('customers_name_idx').on(sql`lower(${table.name})`, table.id),
    check('customers_not_empty', sql`${table.name} is not null or ${table.email} is not null`),
    check('customers_name_length', sql`char_length(${table.name}) between 1 and 100`),
    check('customers_email_length', sql`char_length(${table.email}) between 3 and 255`),
  ],
);
