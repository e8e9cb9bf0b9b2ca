import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { SQLWrapper } from 'drizzle-orm';

/**
 * The database, with any driver: Neon's in production, an embedded one in the local stack. `query` is left out, since it loads
 * the whole schema. `transaction` is left out, since it waits for the server between statements: use `batch`.
 */
export interface Database extends Omit<PgDatabase<PgQueryResultHKT>, '_' | 'query' | 'transaction'> {
  readonly batch: Batch;
}

/** Time limits of the database, in milliseconds. The time limit of a request may end earlier. */
export interface DatabaseTimeouts {
  /** The limit of one statement or one batch. */
  readonly statementMs: number;
}

/** Rows as the driver returns them. Drivers convert values to different JavaScript types, so select JSON where types matter. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Sends statements in one round trip and one transaction (READ COMMITTED): a failure undoes all of them. Returns the rows of
 * each statement.
 */
export type Batch = (statements: readonly SQLWrapper[]) => Promise<readonly Rows[]>;
