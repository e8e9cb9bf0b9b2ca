import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { startChild } from '../child.ts';
import { findPostgres } from './binaries.ts';

export interface DatabaseOptions {
  readonly template?: string;
}

export interface Postgres {
  /** The server's maintenance database, as its superuser. */
  url: string;
  port: number;
  /** Makes a new database, empty or a copy of `template`, and returns its url; an old one of that name is dropped. */
  createDatabase(name: string, options?: DatabaseOptions): Promise<string>;
  stop(): Promise<void>;
}

/** Makes a database on the server at `url`, empty or a copy of `template`, and returns its url; an old one is dropped. */
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
 * Starts a PostgreSQL of its own in a temporary folder, on a free port of 127.0.0.1, any password
 * accepted. It ends with this process, and leaves nothing behind. Without `isDurable` nothing waits for the disk, and a
 * crash of the machine loses rows.
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
