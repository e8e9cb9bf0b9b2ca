import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Database, Rows } from '../src/server/db/database.ts';

type Schema = Record<string, unknown>;

/** A database of another driver than Neon's, which sends the statements of a batch one after the other. */
export const withBatch = <Kind extends PgQueryResultHKT, Full extends Schema>(
  db: PgDatabase<Kind, Full>,
): Database =>
  Object.assign(db, {
    batch: (statements: Parameters<Database['batch']>[0]) =>
      db.transaction(async (tx) => {
        const results: Rows[] = [];
        for (const statement of statements) {
          const { rows } = (await tx.execute(statement.getSQL())) as { rows: Rows };
          results.push(rows);
        }
        return results;
      }),
  });
