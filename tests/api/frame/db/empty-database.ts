import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase } from '../../../../stack/postgres/postgres.ts';
import { unique } from '../../factories.ts';

export interface EmptyDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

/** Creates an empty database on the tests' PostgreSQL. */
export async function openEmpty(): Promise<EmptyDatabase> {
  const url = await createDatabase(inject('postgresUrl'), `empty_${unique()}`);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return { url, pool, close: () => pool.end() };
}
