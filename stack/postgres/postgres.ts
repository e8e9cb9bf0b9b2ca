import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { startChild } from '../child.ts';
import { findPostgres } from './binaries.ts';

export interface DatabaseOptions {
  readonly template?: string;
}

export interface Postgres {
  /** Address of the maintenance database, as superuser. */
  url: string;
  port: number;
  /** Calls `createDatabase` on this server. */
  createDatabase(name: string, options?: DatabaseOptions): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Creates a database on a server, empty or as a copy of `template`, and returns its address. Drops an existing database of
 * this name first.
 */
export async function createDatabase(
  url: string,
  name: string,
  { template = 'template1' }: DatabaseOptions = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const quoted = client.escapeIdentifier(name);
    await client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE ${client.escapeIdentifier(template)}`);
  } finally {
    await client.end();
  }
  const created = new URL(url);
  created.pathname = `/${encodeURIComponent(name)}`;
  return created.href;
}

const script = fileURLToPath(new URL('server.ts', import.meta.url));

/**
 * Starts a PostgreSQL server in a temporary folder, on a free port of 127.0.0.1. It accepts any password, ends with this process
 * and is deleted then. Without `isDurable` it does not wait for the disk, and a crash of the machine loses rows.
 */
export async function startPostgres({ isDurable = true } = {}): Promise<Postgres> {
  const bin = await findPostgres();
  const child = await startChild('PostgreSQL', script, { bin, isDurable });
  const { port } = z.object({ port: z.number() }).parse(child.ready);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    port,
    createDatabase: (name, options) => createDatabase(url, name, options),
    stop: child.stop,
  };
}
