import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { jsonObject, nested } from '../../frame/db/sql.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows of an export, by the names of the columns in the database. */
export type Rows = readonly Row[];

/** A whole row of a table as JSON, without some columns. Times have an offset. */
export function rowWithout(table: PgTable, ...without: readonly PgColumn[]): SQL<Row> {
  return rowOf(Object.values(getTableColumns(table)).filter((column) => !without.includes(column)));
}

/** Some columns of a row as JSON, by their names in the database. */
export function rowOf(columns: readonly PgColumn[]): SQL<Row> {
  return nested(jsonObject(Object.fromEntries(columns.map((column) => [column.name, column]))));
}

/** The JSON of selected rows: of all, or of those that belong to one id. */
export function rowsOf(rows: readonly { readonly of?: string; readonly row: Row }[], id?: string): Rows {
  return rows.filter(({ of }) => id === undefined || of === id).map(({ row }) => row);
}
