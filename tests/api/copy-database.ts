import pg from 'pg';
import { inject } from 'vitest';
import { unique } from './factories.ts';

/** The process's connection for copies. */
let admin: pg.Pool | undefined;

/**
 * Copies a template database and returns the URL of the copy. The copy exists until PostgreSQL is stopped. A copy of the files takes
 * half of the time of a copy of the pages, PostgreSQL's default.
 */
export async function copyDatabase(template: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `api_${unique()}`;
  admin ??= new pg.Pool({ connectionString: server, max: 1, allowExitOnIdle: true });
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
