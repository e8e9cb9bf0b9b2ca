import { and, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { limits } from '../../shared/limits.ts';
import type { Context } from '../context.ts';
import type { Rows } from '../db/database.ts';
import { behind, cursorAfter, inOrder, type Sorting } from './keyset.ts';
import { type CsvCell, writeCsv } from '../../shared/csv.ts';

export interface Page<T> {
  readonly rows: readonly T[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
  /** How many rows the list has in all: exact up to limits.countedRows, then that number with a plus. */
  readonly total: string;
}

interface List<T> extends Sorting {
  readonly table: PgTable;
  /** A row as it is answered. */
  readonly json: SQL<T>;
  readonly where: SQL | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const totalText = (total: number): string =>
  total > limits.countedRows ? `${String(limits.countedRows)}+` : String(total);

interface Found<T> extends Readonly<Record<string, unknown>> {
  readonly row: T;
  readonly key: string;
  readonly id: string;
  readonly total: number;
}

/**
 * One page of a list by keyset, with how many rows there are, and the rows of another question `beside` it: one round trip,
 * whatever the depth. Throws `invalid`.
 */
export const listPage = async <T>(
  { db }: Pick<Context, 'db'>,
  list: List<T>,
  beside?: SQL,
): Promise<Page<T> & { readonly beside: Rows }> => {
  const { table, where, cursor, limit } = list;
  const here = cursor === undefined ? where : and(where, behind(cursor, list));
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
    .where(here)
    .orderBy(...inOrder(list))
    .limit(limit + 1);
  // A page behind a cursor may be empty, because its rows went meanwhile, of a list that is not.
  const first = db
    .select({ one: sql`1` })
    .from(table)
    .where(here)
    .limit(1);
  const ofEmptied = cursor === undefined ? [] : [sql`select ${total} as total where not exists (${first})`];
  const results = await db.batch([query, ...ofEmptied, ...(beside ? [beside] : [])]);
  const [found = [], second = []] = results as readonly (readonly Found<T>[])[];
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const [one] = found.length > 0 || cursor === undefined ? found : second;
  return {
    rows: page.map(({ row }) => row),
    next: found.length > limit && last ? cursorAfter(last) : null,
    total: totalText(one?.total ?? 0),
    beside: beside ? (results.at(-1) ?? []) : [],
  };
};

/** What a search looks for in a `search_text`: `text` anywhere, in any case, its wildcards taken as plain characters. */
export const containing = (column: SQL, text: string): SQL =>
  sql`${column} like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;

/** Rows that are asked for at once: some megabytes, and most lists as a whole. */
export const exportedRows = 20_000;

/**
 * A whole list as CSV, a part for each page of it, so that a list of any length needs the memory of one page.
 * `nextPage` gives the page behind a cursor, the first one for none.
 */
export async function* exportCsv<T>(
  header: readonly string[],
  cellsOf: (row: T) => readonly CsvCell[],
  nextPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<string, undefined> {
  let page = await nextPage(undefined);
  yield writeCsv([header, ...page.rows.map(cellsOf)]);
  while (page.next !== null) {
    page = await nextPage(page.next);
    yield writeCsv(page.rows.map(cellsOf));
  }
}
