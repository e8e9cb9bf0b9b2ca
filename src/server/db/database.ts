import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { SQLWrapper } from 'drizzle-orm';

/**
 * The one database type, whatever the driver: Neon in production, the embedded one locally. Each query names its tables,
 * so that none but those are loaded. No transaction waits for this side: what belongs together is sent as a batch.
 */
export interface Database extends Omit<PgDatabase<PgQueryResultHKT>, '_' | 'query' | 'transaction'> {
  readonly batch: Batch;
}

/** How long a database is waited for, in milliseconds; a call's own time ends sooner. */
export interface DatabaseTimes {
  /** One statement, or one batch. */
  readonly statementMs: number;
}

/** Rows as the driver gives them: ask for JSON where types matter. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Sends statements in one round trip, as one transaction: each sees what those before it did, and what others committed
 * until it began; a failure of one undoes all. Answers the rows of each.
 */
export type Batch = (statements: readonly SQLWrapper[]) => Promise<readonly Rows[]>;

const dialect = new PgDialect();

/** A statement's text and parameters, as a driver takes them. */
export const textOf = (statement: SQLWrapper): { readonly sql: string; readonly params: unknown[] } =>
  dialect.sqlToQuery(statement.getSQL());
