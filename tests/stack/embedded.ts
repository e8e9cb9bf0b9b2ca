import type { PGlite } from '@electric-sql/pglite';
import type { SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { textOf } from '../../src/server/db/batch.ts';
import type { Database } from '../../src/server/db/database.ts';
import * as schema from '../../src/server/db/schema/schema.ts';
import { withBatch } from './with-batch.ts';

/** A client that sends a statement before each query, in one transaction with it, and at the beginning of each transaction. */
const guarded = (client: PGlite, guard: () => SQLWrapper): PGlite => {
  const transaction: PGlite['transaction'] = (work) => {
    const { sql, params } = textOf(guard());
    return client.transaction(async (inside) => {
      await inside.query(sql, params);
      return work(inside);
    });
  };
  const query: PGlite['query'] = (...args) => transaction((inside) => inside.query(...args));
  return Object.assign(Object.create(client) as PGlite, { query, transaction });
};

/** The embedded PostgreSQL as the server's database. */
export const embedded = (client: PGlite): Database =>
  withBatch(drizzle({ client, schema }), (guard) => embedded(guarded(client, guard)));
