import { and, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import type { Rows } from '../context/database.ts';
import { afterCursor, encodeCursor, inOrder, type Sorting } from './keyset.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly rows: readonly T[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
  /** Number of all rows. Above `limits.countedRows` it is that number with a plus. */
  readonly total: string;
}

interface List<T> extends Sorting {
  readonly table: PgTable;
  /** A row as the API answers it. */
  readonly json: SQL<T>;
  readonly where: SQL | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface PageRow<T> extends Readonly<Record<string, unknown>> {
  readonly row: T;
  readonly key: string;
  readonly id: string;
  readonly total: number;
}

/**
 * Reads one page of a list with keyset pagination, and the number of all rows. `extraQuery` runs in the same round trip; its
 * rows are `extraRows`. Throws `invalid` for a wrong cursor.
 */
export async function listPage<T>(
  { db }: Pick<Context, 'db'>,
  list: List<T>,
  extraQuery?: SQL,
): Promise<ListPage<T> & { readonly extraRows: Rows }> {
  const { table, where, cursor, limit } = list;
  const pageCondition = cursor === undefined ? where : and(where, afterCursor(cursor, list));
  const counted = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(limits.countedRows + 1);
  const total = sql<number>`(select count(*)::int from (${counted}) counted)`;
  const query = db
    .select({
      row: list.json.as('row'),
      key: sql<string>`${list.key.text}`.as('key'),
      id: sql<string>`${list.id}`.as('id'),
      total: total.as('total'),
    })
    .from(table)
    .where(pageCondition)
    .orderBy(...inOrder(list))
    .limit(limit + 1);
  // A page after a cursor can be empty although the list is not, so it needs a query of its own for the total.
  const firstRow = db
    .select({ one: sql`1` })
    .from(table)
    .where(pageCondition)
    .limit(1);
  const totalQuery =
    cursor === undefined ? [] : [sql`select ${total} as total where not exists (${firstRow})`];
  const results = await db.batch([query, ...totalQuery, ...(extraQuery ? [extraQuery] : [])]);
  const [found = [], totalRows = []] = results as readonly (readonly PageRow<T>[])[];
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const [rowWithTotal] = found.length > 0 || cursor === undefined ? found : totalRows;
  return {
    rows: page.map(({ row }) => row),
    next: found.length > limit && last ? encodeCursor(last) : null,
    total: totalText(rowWithTotal?.total ?? 0),
    extraRows: extraQuery ? (results.at(-1) ?? []) : [],
  };
}

function totalText(total: number): string {
  return total > limits.countedRows ? `${String(limits.countedRows)}+` : String(total);
}

/** SQL condition: the column (lowercase) contains the text in any letter case. Wildcards count as plain characters. */
export function matchesSearch(searchColumn: PgColumn, text: string): SQL {
  return sql`${searchColumn} like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
}
