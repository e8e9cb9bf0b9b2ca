import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { type Problem, problem } from '../../shared/problems.ts';

const cursor = z.optional(z.string().check(z.maxLength(4_096)));

/** What every list takes: `cursor` is the `next` of the page before, `limit` the rows of a page. */
export const pageQuery = z.object({
  limit: z._default(
    z.pipe(
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/, 'Not a whole number')),
        z.transform((text) => Number(text)),
      ),
      z.number().check(z.gte(1), z.lte(limits.listRows)),
    ),
    limits.listRows,
  ),
  cursor,
});

/** The same in a JSON body. */
export const pageBody = z.object({
  limit: z._default(z.int().check(z.gte(1), z.lte(limits.listRows)), limits.listRows),
  cursor,
});

/** What a list is sorted by, before the id decides among equals. */
export interface SortKey {
  /** Never null, and word for word what an index holds. */
  readonly expression: SQL;
  /** The same as a text for a cursor, without loss. */
  readonly text: SQL;
  /** A cursor's text as a value to compare with; undefined for a text of another list. */
  readonly read: (text: string) => SQL | undefined;
}

/** Sorts by a text. */
export const textKey = (expression: SQL): SortKey => ({
  expression,
  text: expression,
  read: (text) => sql`${text}::text`,
});

/** As `text` below gives it. PostgreSQL knows no year 0. */
const moment = z.iso.datetime({ precision: 6 }).check(z.refine((text) => !text.startsWith('0000')));

/** Sorts by a moment, to the microsecond. One that may be missing sorts as the earliest, '-infinity'. */
export const momentKey = (column: PgColumn): SortKey => {
  const missing = sql`timestamptz '-infinity'`;
  return {
    expression: column.notNull ? sql`${column}` : sql`coalesce(${column}, ${missing})`,
    text: sql`coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`,
    read: (text) => {
      if (text === '' && !column.notNull) return missing;
      return moment.safeParse(text).success ? sql`${text}::timestamptz` : undefined;
    },
  };
};

/** PostgreSQL takes no text with NUL or half a surrogate pair in it. */
const cursorShape = z.tuple([
  z.string().check(z.refine((key) => key.isWellFormed() && !key.includes('\0'))),
  z.uuid(),
]);

const notOfThisList = (): Problem =>
  problem('invalid', { fields: [{ field: 'cursor', message: 'Not a cursor of this list' }] });

/** The sort key and the id that a page ended at. Throws `invalid` for a cursor of no list. */
const readCursor = (cursor: string): readonly [key: string, id: string] => {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notOfThisList();
  }
};

/** The cursor of the page that begins after this row. */
export const cursorAfter = ({ key, id }: { readonly key: string; readonly id: string }): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

export interface Sorting {
  readonly key: SortKey;
  readonly id: PgColumn;
  readonly descending: boolean;
}

/** The rows behind a cursor, as one comparison that an index answers. Throws `invalid`. */
export const behind = (cursor: string, { key, id, descending }: Sorting): SQL => {
  const [text, last] = readCursor(cursor);
  const value = key.read(text);
  if (!value) throw notOfThisList();
  const operator = descending ? sql`<` : sql`>`;
  return sql`(${key.expression}, ${id}) ${operator} (${value}, ${last}::uuid)`;
};

/** The order of a list's rows: its key, then the id. */
export const inOrder = ({ key, id, descending }: Sorting): SQL[] =>
  [key.expression, sql`${id}`].map((by) => (descending ? sql`${by} desc` : sql`${by} asc`));
