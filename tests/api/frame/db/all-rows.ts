import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';

type Values = Readonly<Record<string, unknown>>;

/** The rows of each table, by the text of their primary key. */
export type AllRows = ReadonlyMap<string, ReadonlyMap<string, Values>>;

/** Reads every row of a small database. */
export async function readAllRows(pool: pg.Pool): Promise<AllRows> {
  const { rows: tables } = await pool.query<{ name: string; key: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ' || '' '' || ' order by a.attnum) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where n.nspname = 'public' and c.relkind = 'r' group by c.relname order by 1`,
  );
  const allRows = new Map<string, Map<string, Values>>();
  for (const { name, key } of tables) {
    const { rows } = await pool.query<{ key: string; row: Values }>(
      `select (${key})::text as key, to_jsonb(t) as row from ${name} t order by 1`,
    );
    allRows.set(name, new Map(rows.map((row) => [row.key, row.row])));
  }
  return allRows;
}

/**
 * Compares the rows of `before` with `after`: `table key: columns` for a row whose old columns changed, `table key: gone`
 * for a missing row. New tables, rows and columns do not count as changes.
 */
export function rowChanges(before: AllRows, after: AllRows): readonly string[] {
  return [...before].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]) => {
      const current = after.get(table)?.get(key);
      if (!current) return [`${table} ${key}: gone`];
      const columns = Object.keys(row).filter((name) => !isDeepStrictEqual(row[name], current[name]));
      return columns.length === 0 ? [] : [`${table} ${key}: ${columns.sort().join(', ')}`];
    }),
  );
}
