import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Batch } from './batch.ts';

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
