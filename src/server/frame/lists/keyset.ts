import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { type Problem, problem } from '../../../shared/problems.ts';

const cursorText = z.optional(z.string().check(z.maxLength(4_096)));

/** Query of every list: `cursor` is the X-Next-Cursor of the page before, `limit` the number of rows. */
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
  cursor: cursorText,
});

/** The fields of `pageQuery` in a JSON body, where `limit` is a number. */
export const pageBody = z.object({
  limit: z._default(z.int().check(z.gte(1), z.lte(limits.listRows)), limits.listRows),
  cursor: cursorText,
});

/** A sort key of a list. The id decides between rows with equal keys. */
export interface SortKey {
  /** Never null. Must match an index expression word for word. */
  readonly expression: SQL;
  /** The key as text for a cursor, without loss. */
  readonly text: SQL;
  /** Reads a cursor's text as an SQL value. Undefined for the text of another list. */
  readonly read: (text: string) => SQL | undefined;
}

/** Sorts by a text. */
export function textKey(expression: SQL): SortKey {
  return { expression, text: expression, read: (text) => sql`${text}::text` };
}

/** A moment in the text form of `momentKey`. PostgreSQL has no year 0. */
const momentText = z.iso.datetime({ precision: 6 }).check(z.refine((text) => !text.startsWith('0000')));

/** Sorts by a moment, to the microsecond. A null sorts first, as '-infinity'. */
export function momentKey(column: PgColumn): SortKey {
  return keyOfMoment(sql`${column}`, column.notNull ? undefined : sql`timestamptz '-infinity'`);
}

/** Sorts by a moment that only some rows have. A null sorts last, as 'infinity'. */
export function lastMomentKey(moment: SQL): SortKey {
  return keyOfMoment(moment, sql`timestamptz 'infinity'`);
}

/** `missing` stands for a null. It is undefined for a moment that is never null. */
function keyOfMoment(moment: SQL, missing: SQL | undefined): SortKey {
  return {
    expression: missing ? sql`coalesce(${moment}, ${missing})` : moment,
    text: sql`coalesce(to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '')`,
    read: (text) => {
      if (text === '' && missing) return missing;
      return momentText.safeParse(text).success ? sql`${text}::timestamptz` : undefined;
    },
  };
}

/** Returns the cursor of the page that begins after this row. */
export function encodeCursor({ key, id }: { readonly key: string; readonly id: string }): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** PostgreSQL rejects text that contains NUL or half of a surrogate pair. */
const cursorShape = z.tuple([
  z.string().check(z.refine((key) => key.isWellFormed() && !key.includes('\0'))),
  z.uuid(),
]);

function decodeCursor(cursor: string): readonly [key: string, id: string] {
  const { data } = cursorShape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!data) throw wrongCursor();
  return data;
}

function wrongCursor(): Problem {
  return problem('invalid', { fields: [{ field: 'cursor', message: 'Not a cursor of this list' }] });
}

export interface Sorting {
  readonly key: SortKey;
  readonly id: PgColumn;
  readonly descending: boolean;
}

/** SQL condition for the rows after a cursor: one row comparison that an index supports. Throws `invalid`. */
export function afterCursor(cursor: string, { key, id, descending }: Sorting): SQL {
  const [text, lastId] = decodeCursor(cursor);
  const value = key.read(text);
  if (!value) throw wrongCursor();
  const operator = descending ? sql`<` : sql`>`;
  return sql`(${key.expression}, ${id}) ${operator} (${value}, ${lastId}::uuid)`;
}

/** ORDER BY of a list: its key, then the id. */
export function inOrder({ key, id, descending }: Sorting): SQL[] {
  return [key.expression, sql`${id}`].map((by) => (descending ? sql`${by} desc` : sql`${by} asc`));
}
