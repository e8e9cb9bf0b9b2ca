import type { SQLWrapper } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** Returns the text and the parameters of a statement. */
export function toQuery(statement: SQLWrapper): { readonly sql: string; readonly params: unknown[] } {
  return dialect.sqlToQuery(statement.getSQL());
}
