import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';

const objects = z.array(z.record(z.string(), z.unknown()));

/** Some columns of a table, read as JSON beside other things in one statement. */
export const jsonRows = <Table extends PgTable, Key extends keyof Table['$inferSelect'] & string>(
  table: Table,
  keys: readonly Key[],
) => {
  const columns = keys.map((key) => {
    const column = getTableColumns(table)[key];
    if (!column) throw new Error(`No column: ${key}`);
    return [key, column] as const;
  });
  const fields = columns.map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  const object = sql`json_build_object(${sql.join(fields, sql`, `)})`;
  return {
    /** An array of the rows for which `condition` holds, in the order of their ids. */
    where: (condition: SQL): SQL =>
      sql`(select coalesce(json_agg(${object} order by id), '[]') from ${table} where ${condition})`,
    /** Such an array as rows. */
    parse: (value: unknown) =>
      objects.parse(value).map((row) => {
        const read = columns.map(([key, column]) => {
          const found = row[key] ?? null;
          return [key, found === null ? null : column.mapFromDriverValue(found)] as const;
        });
        return Object.fromEntries(read) as Pick<Table['$inferSelect'], Key>;
      }),
  };
};
