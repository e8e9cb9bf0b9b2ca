import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { getTableColumns, is, SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn, PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Database, Statements } from '../context/database.ts';

/** Returns the row of a statement that always has exactly one, such as a sum over a table. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, got ${String(rows.length)}.`);
  return row;
}

/** Builds a query once for each database. Later calls send it with new parameters. */
export function preparedQuery<Query>(prepare: (db: Database) => Query): (db: Database) => Query {
  const queries = new WeakMap<Database, Query>();
  return (db) => {
    const query = queries.get(db) ?? prepare(db);
    queries.set(db, query);
    return query;
  };
}

/**
 * EXISTS for a subquery about the selected row. `offset 0` keeps the planner from evaluating the subquery for
 * all rows at once, which would read its whole table for one page of a list.
 */
export function existsFor(subquery: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (${subquery.getSQL()} offset 0)`;
}

/** A time as the API returns it: ISO 8601 in UTC to the millisecond. Null only where the column can be null. */
export function iso<Column extends PgColumn>(
  time: Column,
): SQL<Column['_']['notNull'] extends true ? string : string | null>;
export function iso<Text extends string | null = string | null>(time: SQL): SQL<Text>;
export function iso(time: SQL | PgColumn): SQL {
  return nested(sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

/** A columns object with exactly the keys of `Row`. The compiler checks the types where the selected rows are returned. */
export type ColumnsOf<Row> = Readonly<Record<keyof Row, PgColumn | SQL>>;

/** An expression whose columns keep the name of their table. At the top of a selection from one table Drizzle leaves it out. */
export function nested<T>(expression: SQL<T>): SQL<T> {
  return sql<T>`${expression}`;
}

/** A columns object as JSON, for a record inside a row or for stored facts. Dates must be `iso`. */
export function jsonObject<Columns extends Readonly<Record<string, PgColumn | SQL>>>(
  columns: Columns,
): SQL<SelectResultFields<Columns>> {
  const fields = Object.entries(columns).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`);
  return nested(sql`jsonb_build_object(${sql.join(fields, sql`, `)})`);
}

/** The row of a related table as a JSON object, or null. `rest` is the query after its columns: FROM, WHERE, LIMIT. */
export function jsonRow<Columns extends Readonly<Record<string, PgColumn | SQL>>>(
  columns: Columns,
  rest: SQL,
): SQL<SelectResultFields<Columns> | null> {
  return sql`(select ${jsonObject(columns)} ${rest})`;
}

/** A value as the type of a column: a parameter with a cast, or the expression itself. */
export function typedValue(value: unknown, column: PgColumn): SQL {
  return is(value, SQL) ? value : sql`${sql.param(value, column)}::${sql.raw(column.getSQLType())}`;
}

/** INSERT of one row if the condition holds and no other row has its keys. */
export function insertIf<Table extends PgTable>(
  table: Table,
  values: PgInsertValue<Table>,
  condition: SQL,
): SQL {
  return sql`${insertSelect(table, values, sql`where ${condition}`)} on conflict do nothing`;
}

/**
 * INSERT of a SELECT of these values. `rest` is the query after them: FROM, WHERE. Drizzle's own refuses tables with a generated
 * column.
 */
export function insertSelect<Table extends PgTable>(
  table: Table,
  values: PgInsertValue<Table>,
  rest: SQL,
): SQL {
  const given = Object.entries<PgColumn>(getTableColumns(table)).flatMap(([key, column]) => {
    const value: unknown = Reflect.get(values, key) ?? column.defaultFn?.() ?? Reflect.get(values, key);
    return value === undefined ? [] : [{ column, value }];
  });
  const names = given.map(({ column }) => sql.identifier(column.name));
  const row = given.map(({ column, value }) => typedValue(value, column));
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(row, sql`, `)} ${rest}`;
}

/**
 * Builds statements without a connection, for their SQL: as a part of a WITH clause, for example. They cannot be sent.
 */
export const builder: Statements = drizzle(() =>
  Promise.reject(new Error('A statement without a connection')),
);

/** The number of selected rows that meet a condition. */
export function countIf(condition: SQL | undefined): SQL<number> {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

/** A date as `timestamptz`, or null. */
export function timestamptz(at: Date | null): SQL {
  return sql`${at?.toISOString() ?? null}::timestamptz`;
}

/** Strings as an array of `text`. */
export function textArray(texts: readonly string[]): SQL {
  return sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;
}

/**
 * Statement that locks keys such as `email ada@mail.example` until the transaction ends. Every transaction locks its keys in
 * the same order, which prevents deadlocks. `keys` can be an array in SQL.
 */
export function lockKeys(keys: readonly string[] | SQL): SQL {
  return sql`select pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(key, 0) as lock
    from unnest(${is(keys, SQL) ? keys : textArray(keys)}) as keys (key) order by lock
  ) as locks`;
}
