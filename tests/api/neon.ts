import { neonConfig } from '@neondatabase/serverless';
import pg from 'pg';
import { inject } from 'vitest';
import { connectNeon } from '../../src/server/frame/db/neon.ts';
import { startNeonStandIn } from '../../stack/neon/neon-stand-in.ts';
import { copyDatabase } from './copy-database.ts';
import type { Row, TestDatabase } from './harness.ts';
import { migratedTemplate } from './provided.ts';

export interface Postgres {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly rows: (text: string, values?: unknown[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

/** Creates a migrated database on the real PostgreSQL and opens a connection pool to it. */
export const openPostgres = async (): Promise<Postgres> => {
  const url = await copyDatabase(migratedTemplate);
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  return {
    url,
    pool,
    rows: async (text, values = []) => (await pool.query<Row>(text, values)).rows,
    close: () => pool.end(),
  };
};

export interface NeonDatabase extends TestDatabase {
  /** Number of HTTP requests by the driver since the last reset. */
  readonly requests: { count: number };
  /** Port of the Neon stand-in. */
  readonly port: number;
  /** Database URL of the API. */
  readonly url: string;
  /** Direct connections to PostgreSQL, without the Neon stand-in. */
  readonly pool: pg.Pool;
}

/** Makes the Neon driver of this process count its HTTP requests. */
const countRequests = (requests: { count: number }): void => {
  neonConfig.fetchFunction = (...args: Parameters<typeof fetch>) => {
    requests.count += 1;
    return fetch(...args);
  };
};

/**
 * Creates a migrated database on the real PostgreSQL and connects to it with the production Neon driver through the Neon
 * stand-in. With `countsRequests`, the driver's fetch counts its requests.
 */
export const openNeon = async ({ countsRequests = true } = {}): Promise<NeonDatabase> => {
  const postgres = await openPostgres();
  const standIn = await startNeonStandIn(inject('postgresUrl'));
  const requests = { count: 0 };
  standIn.configure(neonConfig);
  neonConfig.fetchFunction = undefined;
  if (countsRequests) countRequests(requests);
  const db = connectNeon(postgres.url, { statementMs: 30_000 });
  return {
    db,
    rows: postgres.rows,
    requests,
    port: standIn.port,
    url: postgres.url,
    pool: postgres.pool,
    close: async () => {
      await standIn.stop();
      await postgres.close();
    },
  };
};
