import pg from 'pg';
import { inject } from 'vitest';
import { unique } from './factories.ts';

/** Copies a template database and returns the URL of the copy. The copy exists until PostgreSQL is stopped. */
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
