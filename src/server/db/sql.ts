import * as z from 'zod/mini';
import { getTableColumns, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/**
 * Whether a question about one row finds anything, as a value of that row. It is asked for the rows of the page alone: without
 * the offset, the planner may read the whole table that is asked, once, to look every row up in it.
 */
export const existsFor = (question: SQL): SQL => sql`exists (${question} offset 0)`;

/** A moment as the API shows it: ISO 8601 UTC to the millisecond; null stays null. */
export const iso = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A statement that waits until no other transaction holds one of these keys, such as `email ada@mail.example`; held to the
 * transaction's end. Everybody locks in the same order, so that nobody waits for somebody who waits for them.
 */
export const lockKeys = (keys: readonly string[]): SQL => sql`
  select pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended(key, 0) as lock from unnest(${textArray(keys)}) as keys (key) order by lock
  ) as locks`;

/** Texts as an array of the database. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** A moment, or none, as the database's. */
export const timestamptz = (at: Date | null): SQL => sql`${at?.toISOString() ?? null}::timestamptz`;

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

const one = z.tuple([z.unknown()]);
const answer = z.object({ rows: one });

/** Runs a statement that answers with exactly one row, in one round trip, and gives the row. */
export const oneRow = async <T>(
  db: Pick<Database, 'execute'>,
  statement: SQL,
  shape: z.ZodMiniType<T>,
): Promise<T> => shape.parse(answer.parse(await db.execute(statement)).rows[0]);

/** The rows of a statement, in one round trip. */
export const rowsOf = async <T>(
  db: Pick<Database, 'execute'>,
  statement: SQL,
  row: z.ZodMiniType<T>,
): Promise<T[]> => z.object({ rows: z.array(row) }).parse(await db.execute(statement)).rows;

/** Sends a batch whose last statement answers with exactly one row, and gives the row. */
export const lastRow = async <T>(
  db: Pick<Database, 'batch'>,
  statements: readonly SQLWrapper[],
  shape: z.ZodMiniType<T>,
): Promise<T> => shape.parse(one.parse((await db.batch(statements)).at(-1))[0]);

const ids = z.array(z.string());

/** What a statement over many ids ends with: which it `found`, and which of those it `changed`. */
export const foundAndChanged = sql`
  select (select coalesce(json_agg(id), '[]') from found) as known,
    (select coalesce(json_agg(id), '[]') from changed) as changed`;

/** The row of `foundAndChanged`. */
export const foundRow = z.object({ known: ids, changed: ids });

/** The ids that were sent, in that order, by what became of each. */
export const bulkResult = (sent: readonly string[], { known, changed }: z.infer<typeof foundRow>) => {
  const [isKnown, isChanged] = [new Set(known), new Set(changed)];
  return {
    changed: sent.filter((id) => isChanged.has(id)),
    unchanged: sent.filter((id) => isKnown.has(id) && !isChanged.has(id)),
    missing: sent.filter((id) => !isKnown.has(id)),
  };
};

/** Builds a query once for each database; every call after that sends it with its parameters alone. */
export const preparedQuery = <Query>(prepare: (db: Database) => Query): ((db: Database) => Query) => {
  const kept = new WeakMap<Database, Query>();
  return (db) => {
    const known = kept.get(db);
    if (known) return known;
    const made = prepare(db);
    kept.set(db, made);
    return made;
  };
};
