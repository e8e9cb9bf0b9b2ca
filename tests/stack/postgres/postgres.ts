import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { z } from 'zod';
import { startChild } from '../child.ts';
import { findPostgres } from './binaries.ts';

const script = fileURLToPath(new URL('server.ts', import.meta.url));

export interface Postgres {
  /** The server's maintenance database, as its superuser. */
  url: string;
  port: number;
  /** The url of a new, empty database; one of the same name is dropped first. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Makes a new, empty database on the server at `url` and answers its url; the old one of that name is dropped. */
export const createDatabase = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const quoted = client.escapeIdentifier(name);
    await client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${quoted}`);
  } finally {
    await client.end();
  }
  const created = new URL(url);
  created.pathname = `/${encodeURIComponent(name)}`;
  return created.href;
};

/**
 * Starts a PostgreSQL of its own in a temporary folder, on a free port of 127.0.0.1, any password
 * accepted. It ends with this process, and leaves nothing behind.
 */
export const startPostgres = async (): Promise<Postgres> => {
  const bin = await findPostgres();
  const child = await startChild('PostgreSQL', script, { bin });
  const { port } = z.object({ port: z.number() }).parse(child.ready);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { url, port, createDatabase: (name) => createDatabase(url, name), stop: child.stop };
};
