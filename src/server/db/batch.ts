import type { SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

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
