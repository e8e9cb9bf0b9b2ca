import { sql } from 'drizzle-orm';
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core';
import { uuidv7 } from 'uuidv7';

/** A row's own id: a UUID v7, so ids sort by age and cannot be counted through; of rows that SQL makes by itself, a v4. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => uuidv7());

/** A moment, kept in UTC to the microsecond and read as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A moment that starts as the time of writing: when the row was made, or last changed. */
export const createdAt = (name = 'created_at') =>
  moment(name)
    .notNull()
    .default(sql`now()`);

/** Counts the changes of a row, so that a later save can be refused (If-Match). */
export const version = () => integer('version').notNull().default(1);
