import { and, count, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SelectResultField } from 'drizzle-orm/query-builders/select.types';
import { limits } from '../../../shared/limits.ts';
import type { Context } from '../context/context.ts';
import { StatementGroup } from '../db/statement-group.ts';
import type { Statements } from '../context/database.ts';
import { afterCursor, encodeCursor, inOrder, type Sorting } from './keyset.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly rows: readonly T[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
  /** Number of all rows. Above `limits.countedRows` it is that number with a plus. */
  readonly total: string;
}

/** The values that a list selects from each row: a columns object, or one expression. */
export type Selection = SQL | Readonly<Record<string, PgColumn | SQL>>;

interface List<Row extends Selection> extends Sorting {
  readonly table: PgTable;
  /** A row as the API answers it. */
  readonly row: Row;
  readonly where: SQL | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface PageRow<T> {
  readonly row: T;
  readonly key: string;
  readonly id: string;
}

/** Reads one page of a list with keyset pagination, and the number of all rows. Throws `invalid` for a wrong cursor. */
export async function listPage<Row extends Selection>(
  { db }: Pick<Context, 'db'>,
  list: List<Row>,
): Promise<ListPage<SelectResultField<Row>>> {
  const [page] = await db.atomically((tx) => [selectPage(tx, list)]);
  return page;
}

/** The statements of `listPage`, for a round trip with others. */
export function selectPage<Row extends Selection>(tx: Statements, list: List<Row>) {
  const { table, where, cursor, limit } = list;
  const rows = tx
    .select({ row: list.row, key: list.key.text, id: list.id })
    .from(table)
    .where(cursor === undefined ? where : and(where, afterCursor(cursor, list)))
    .orderBy(...inOrder(list))
    .limit(limit + 1) as PromiseLike<unknown> as PromiseLike<PageRow<SelectResultField<Row>>[]>;
  const counted = tx
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limits.countedRows + 1)
    .as('counted');
  const total = tx.select({ total: count() }).from(counted);
  return new StatementGroup([rows, total], ([found, [counts]]): ListPage<SelectResultField<Row>> => {
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      rows: page.map(({ row }) => row),
      next: found.length > limit && last ? encodeCursor(last) : null,
      total: totalText(counts?.total ?? 0),
    };
  });
}

function totalText(total: number): string {
  return total > limits.countedRows ? `${String(limits.countedRows)}+` : String(total);
}

/** SQL condition: the column (lowercase) contains the text in any letter case. Wildcards count as plain characters. */
export function matchesSearch(searchColumn: PgColumn, text: string): SQL {
  return sql`${searchColumn} like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`;
}
