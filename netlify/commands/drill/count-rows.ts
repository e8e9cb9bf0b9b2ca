import type { Run } from './describe-schema.ts';

/** How many rows a table has, and a sum over all of them that does not depend on their order. */
export interface Contents {
  readonly rows: number;
  readonly checksum: string;
}

/** How values are written as text, so that sessions of two servers write alike. */
const plainText = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'`;

/** The first and the second half of a row's MD5, as numbers. */
const half = (from: number): string =>
  `coalesce(sum(('x' || substr(md5(row::text), ${String(from)}, 16))::bit(64)::bigint), 0)`;

/**
 * The contents of each table outside the system's schemas, by its name in full. The checksum is a sum over the hashes of
 * whole rows: a row that changed, is missing or is there twice changes it.
 */
export const countRows = async (database: Run): Promise<ReadonlyMap<string, Contents>> => {
  await database.query(plainText);
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname <> 'information_schema' and schemaname !~ '^pg_' order by 1`,
  );
  const found = new Map<string, Contents>();
  for (const { name } of tables) {
    const { rows } = await database.query<{ rows: string; checksum: string }>(
      `select count(*) as rows, ${half(1)} || '/' || ${half(17)} as checksum from ${name} as row`,
    );
    for (const row of rows) found.set(name, { rows: Number(row.rows), checksum: row.checksum });
  }
  return found;
};
