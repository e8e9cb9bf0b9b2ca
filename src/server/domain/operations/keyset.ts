import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';

/** What every list takes: `cursor` is the `next` of the page before, `limit` the rows of a page. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(limits.listRows).default(limits.listRows),
  cursor: z.string().max(1_024).optional(),
});

/** A moment as a text that sorts as the moment does, to the microsecond. */
export const momentKey = (column: PgColumn): SQL =>
  sql`to_char(${column} at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`;

/** PostgreSQL takes no NUL in a text. */
const cursorShape = z.tuple([z.string().refine((key) => !key.includes('\0')), z.uuid()]);

/** The sort key and the id that a page ended at. Throws `invalid` for a cursor of no list. */
export const readCursor = (cursor: string): readonly [key: string, id: string] => {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw problem('invalid', { fields: [{ field: 'cursor', message: 'Not a cursor of this list' }] });
  }
};

interface Keyed {
  readonly key: string;
  readonly row: { readonly id: string };
}

/** Takes one row more than a page has; gives the page, and the cursor of the next one or null at the end. */
export const cutPage = <T extends Keyed>(
  rows: readonly T[],
  limit: number,
): { readonly page: readonly T[]; readonly next: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last;
  return {
    page,
    next: more ? Buffer.from(JSON.stringify([last.key, last.row.id])).toString('base64url') : null,
  };
};
