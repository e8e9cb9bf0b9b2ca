import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';

type Values = Readonly<Record<string, unknown>>;

/** The rows of each table of ours, by the text of their primary key. */
export type AllRows = ReadonlyMap<string, ReadonlyMap<string, Values>>;

/** Everything in a small database. */
export const readAllRows = async (pool: pg.Pool): Promise<AllRows> => {
  const { rows: tables } = await pool.query<{ name: string; key: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ' || '' '' || ' order by a.attnum) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
     where n.nspname = 'public' and c.relkind = 'r' group by c.relname order by 1`,
  );
  const found = new Map<string, Map<string, Values>>();
  for (const { name, key } of tables) {
    const { rows } = await pool.query<{ key: string; row: Values }>(
      `select (${key})::text as key, to_jsonb(t) as row from ${name} t order by 1`,
    );
    found.set(name, new Map(rows.map((row) => [row.key, row.row])));
  }
  return found;
};

/**
 * What became of rows that were there: `table key: columns` for each that differs in columns it had, `table key: gone`
 * for each that is missing. New tables, rows and columns are no change.
 */
export const whatChanged = (before: AllRows, after: AllRows): readonly string[] =>
  [...before].flatMap(([table, rows]) =>
    [...rows].flatMap(([key, row]) => {
      const now = after.get(table)?.get(key);
      if (!now) return [`${table} ${key}: gone`];
      const columns = Object.keys(row).filter((name) => !isDeepStrictEqual(row[name], now[name]));
      return columns.length === 0 ? [] : [`${table} ${key}: ${columns.sort().join(', ')}`];
    }),
  );
