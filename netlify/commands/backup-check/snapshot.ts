import { createHash } from 'node:crypto';
import type pg from 'pg';
import { dumpSchema } from '../../../stack/postgres/dump.ts';

/** Everything that a backup must bring back. */
export interface Snapshot {
  /** `schema.table` to the number of rows and a checksum that does not depend on their order. */
  readonly tables: ReadonlyMap<string, string>;
  /** `schema.sequence` to its last value. */
  readonly sequences: ReadonlyMap<string, string>;
  /** The statements that create the schema, as pg_dump writes them. */
  readonly schema: readonly string[];
}

/** Settings with which two servers write the same value as the same text. */
const plainText = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'`;

/** Reads the database behind `client`, as its transaction sees it. The schema is read over a connection of its own. */
export async function takeSnapshot(client: pg.Client, url: string): Promise<Snapshot> {
  await client.query(plainText);
  return {
    tables: await checksumTables(client),
    sequences: await readSequences(client),
    schema: await dumpSchema(url),
  };
}

async function checksumTables(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname <> 'information_schema' and schemaname !~ '^pg_' order by 1`,
  );
  const checksums = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; hashes: string }>(
      `select count(*) as rows, coalesce(string_agg(md5(row::text), '' order by md5(row::text)), '') as hashes
       from ${name} as row`,
    );
    const [row] = rows;
    if (row) checksums.set(name, `${row.rows} rows, ${shortHash(row.hashes)}`);
  }
  return checksums;
}

async function readSequences(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0)::text as value
     from pg_sequences order by 1`,
  );
  return new Map(rows.map(({ name, value }) => [name, value]));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** A line of the comparison. */
export interface ComparedLine {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const missing = 'missing';

/**
 * Compares two databases. Returns one line for each table and each sequence, one for the schema, and one for each schema line
 * that only one database has.
 */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly ComparedLine[] {
  return [
    ...compareMaps(before.tables, after.tables),
    ...compareMaps(before.sequences, after.sequences),
    { name: 'schema', before: countLines(before), after: countLines(after) },
    ...before.schema
      .filter((line) => !after.schema.includes(line))
      .map((line) => ({ name: line, before: 'present', after: missing })),
    ...after.schema
      .filter((line) => !before.schema.includes(line))
      .map((line) => ({ name: line, before: missing, after: 'present' })),
  ];
}

function compareMaps(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ComparedLine[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.map((name) => ({
    name,
    before: before.get(name) ?? missing,
    after: after.get(name) ?? missing,
  }));
}

function countLines({ schema }: Snapshot): string {
  return `${String(schema.length)} lines`;
}
