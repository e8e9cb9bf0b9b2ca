import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Batch } from './batch.ts';
import { connectNeon } from './neon.ts';

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

/** What commands and long work wait for a statement. */
const patient: DatabaseTimes = { statementMs: 5 * 60_000 };

const embeddedKey = Symbol.for('local-stack.embedded-database');

/**
 * The local stack owns the embedded database and offers it here, to every copy of the server in its
 * process (the bundled one and the one with hot reload), because two owners would lose rows.
 */
export const offerEmbeddedDatabase = (open: () => Database): void => {
  Reflect.set(globalThis, embeddedKey, open);
};

/** Connects to `url`: a postgres:// address through Neon's driver, or `embedded`, which is waited for as long as it takes. */
export const connect = async (url: string, times = patient): Promise<Database> => {
  if (url === 'embedded') {
    const open: unknown = Reflect.get(globalThis, embeddedKey);
    if (typeof open !== 'function')
      throw new Error('The embedded database runs inside the local stack only.');
    return (open as () => Database)();
  }
  return connectNeon(url, times);
};
