import pg from 'pg';
import { inject } from 'vitest';
import { unique } from './mint.ts';

/** Copies a template on the tests' PostgreSQL and returns the copy's address. The server's end drops the copy. */
export async function copyDatabase(template: string): Promise<string> {
  const server = inject('postgresUrl');
  const name = `api_${unique()}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  } finally {
    await admin.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
