import { sql, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';

/** The id of a row: a UUID v7, which sorts by age and cannot be guessed. Rows that SQL inserts by itself have a v4. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => uuidv7());

/** A time, stored in UTC to the microsecond and read as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A time that defaults to now. */
export const nowByDefault = (name: string) =>
  moment(name)
    .notNull()
    .default(sql`now()`);

/** When the row was created. */
export const createdAt = () => nowByDefault('created_at');

/** Counts the changes of a row, for optimistic locking (If-Match). */
export const version = () => integer('version').notNull().default(1);

/** SQL condition for a CHECK: the text has at most `max` characters. */
export function isAtMost(column: AnyPgColumn, max: number): SQL {
  return sql`char_length(${column}) <= ${sql.raw(String(max))}`;
}

/** SQL condition for a CHECK: the text has `min` to `max` characters. */
export function isBetween(column: AnyPgColumn, min: number, max: number): SQL {
  return sql`char_length(${column}) between ${sql.raw(String(min))} and ${sql.raw(String(max))}`;
}
