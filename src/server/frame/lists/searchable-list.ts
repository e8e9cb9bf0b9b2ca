import { and, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SelectResultField } from 'drizzle-orm/query-builders/select.types';
import * as z from 'zod/mini';
import { type CsvCell, writeCsv } from '../../../shared/csv.ts';
import { searchText, sortBy } from '../../../shared/schemas/list.ts';
import type { Context } from '../context/context.ts';
import { pageQuery, type SortKey } from './keyset.ts';
import { listPage, matchesSearch, type ListPage, type Selection } from './list-page.ts';

interface SearchableList<Row extends Selection, Column extends string> {
  readonly table: PgTable & { readonly id: PgColumn; readonly searchText: PgColumn };
  /** A row as the API answers it. */
  readonly row: Row;
  /** The columns that a query can sort by. */
  readonly sortKeys: Readonly<Record<Column, SortKey>>;
  /** A minus means descending. */
  readonly defaultSort: NoInfer<Column> | `-${NoInfer<Column>}`;
}

/** Defines a list that a query searches (`q`), sorts and pages through: its query schemas and its reader. */
export function searchableList<Row extends Selection, Column extends string>({
  table,
  row,
  sortKeys,
  defaultSort,
}: SearchableList<Row, Column>) {
  const columns = Object.keys(sortKeys) as Column[];
  const query = z.object({ q: searchText, sort: sortBy(columns, defaultSort) });
  return {
    /** Query of the whole list. */
    query,
    /** Query of one page. */
    pageQuery: z.extend(pageQuery, query.shape),
    /** Reads one page of the rows that match the search and the condition. Throws `invalid` for a wrong cursor. */
    page: (
      context: Pick<Context, 'db'>,
      { q, sort, limit, cursor }: z.infer<typeof query> & z.infer<typeof pageQuery>,
      condition?: SQL,
    ): Promise<ListPage<SelectResultField<Row>>> =>
      listPage(context, {
        table,
        id: table.id,
        row,
        where: and(condition, q ? matchesSearch(table.searchText, q) : undefined),
        key: sortKeys[sort.by],
        descending: sort.descending,
        limit,
        cursor,
      }),
  };
}

/** The number of rows that an export reads at a time. They take a few megabytes, and most lists are shorter. */
const rowsPerPage = 20_000;

/** Exports a whole list as CSV, in one chunk for each page, so that a long list needs the memory of one page. */
export async function* exportCsv<Column extends string>(
  columns: readonly Column[],
  fetchPage: (page: {
    readonly cursor: string | undefined;
    readonly limit: number;
  }) => Promise<ListPage<Readonly<Record<Column, CsvCell>>>>,
): AsyncGenerator<string, undefined> {
  let header: readonly (readonly CsvCell[])[] = [columns];
  let cursor: string | undefined;
  do {
    const { rows, next } = await fetchPage({ cursor, limit: rowsPerPage });
    yield writeCsv([...header, ...rows.map((row) => columns.map((column) => row[column]))]);
    header = [];
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}
