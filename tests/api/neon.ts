import { neonConfig } from '@neondatabase/serverless';
import pg from 'pg';
import { inject } from 'vitest';
import { connectNeon } from '../../src/server/db/neon.ts';
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

/** A migrated database of the test file's own on the real PostgreSQL, with direct connections to it. */
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
  /** The HTTP requests that the driver made since the last reset. */
  readonly used: { http: number };
  /** Where the stand-in listens. */
  readonly port: number;
  /** The address that the server's own connection is made with. */
  readonly url: string;
  /** Direct connections to the server behind it. */
  readonly pool: pg.Pool;
}

/** Lets the driver of this process count what it does. */
const count = (used: { http: number }): void => {
  neonConfig.fetchFunction = (...args: Parameters<typeof fetch>) => {
    used.http += 1;
    return fetch(...args);
  };
};

/**
 * The server's own connection to Neon, through the stand-in, to a migrated real PostgreSQL. `counted` puts a
 * fetch that counts in the place of the one that is deployed.
 */
export const openNeon = async ({ counted = true } = {}): Promise<NeonDatabase> => {
  const postgres = await openPostgres();
  const standIn = await startNeonStandIn(inject('postgresUrl'));
  const used = { http: 0 };
  standIn.configure(neonConfig);
  neonConfig.fetchFunction = undefined;
  if (counted) count(used);
  const db = connectNeon(postgres.url, { statementMs: 30_000 });
  return {
    db,
    rows: postgres.rows,
    used,
    port: standIn.port,
    url: postgres.url,
    pool: postgres.pool,
    close: async () => {
      await standIn.stop();
      await postgres.close();
    },
  };
};
