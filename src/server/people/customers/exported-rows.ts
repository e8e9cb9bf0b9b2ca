import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { exportedColumns } from '../../frame/db/personal-columns.ts';
import { jsonObject, nested } from '../../frame/db/sql.ts';

/** Rows of an export, by the names of the columns in the database. */
type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * SQL for rows of a table as JSON: their exported columns, and `more`, such as the rows that belong to each of them. Times have an
 * offset.
 */
export function exportedRows(
  table: PgTable,
  condition: SQL | undefined,
  more: Readonly<Record<string, SQL>> = {},
): SQL<Rows> {
  const row = jsonObject({ ...exportedColumns(table), ...more });
  return nested(sql`(select coalesce(jsonb_agg(${row}), '[]') from ${table} where ${condition})`);
}

/** Columns that are null in a row without the condition, for `more`. */
export function nullUnless(condition: SQL | undefined, columns: readonly PgColumn[]): Record<string, SQL> {
  return Object.fromEntries(
    columns.map((column) => [column.name, sql`case when ${condition} then ${column} end`]),
  );
}
