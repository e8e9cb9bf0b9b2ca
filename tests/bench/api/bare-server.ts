import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { runChild } from '../../stack/child.ts';
import { closeServer, listen } from '../../stack/web-server.ts';
import { serverSettings } from './server-settings.ts';

/**
 * The same two calls with nothing between node:http and the driver: no framework, no query builder, no validation, no
 * log. Its insert keeps the counter of the limit as the API's does; `/plain` is the insert alone.
 */
const lookUp = {
  name: 'look_up',
  text: 'select date_activated is not null as active from affiliates where code = $1',
};
const keep = {
  name: 'keep',
  text: `with hit as (
      insert into rate_limits (key, window_start) values ($1, $2)
      on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning hits
    ),
    kept as (
      insert into customers (id, name, email) select $3::uuid, $4::text, $5::text from hit where hits <= 60
      on conflict (lower(email)) do update
        set name = excluded.name, updated_at = now(), version = customers.version + 1
        where customers.name is null and excluded.name is not null
    )
    select hits from hit`,
};
const insert = {
  name: 'insert',
  text: 'insert into customers (id, name, email) values ($1, $2, $3) on conflict do nothing',
};

interface Customer {
  readonly name: string;
  readonly email: string;
}

const bodyOf = async (request: IncomingMessage): Promise<Customer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Customer;
};

const windowMs = 900_000;
const keyOf = (email: string): string =>
  createHash('sha256').update(`customer:${email.toLowerCase()}`).digest('base64url');

const send = (response: ServerResponse, status: number, body: object): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

const answer = async (pool: pg.Pool, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'GET') {
    const code = request.url?.slice(request.url.lastIndexOf('/') + 1).toLowerCase();
    const { rows } = await pool.query<{ active: boolean }>({ ...lookUp, values: [code] });
    send(response, 200, { valid: rows[0]?.active ?? false });
    return;
  }
  const body = await bodyOf(request);
  const { name, email } = body;
  if (request.url === '/plain') {
    await pool.query({ ...insert, values: [uuidv7(), name, email] });
  } else {
    const start = new Date(Math.floor(Date.now() / windowMs) * windowMs).toISOString();
    await pool.query({ ...keep, values: [keyOf(email), start, uuidv7(), name, email] });
  }
  send(response, 201, body);
};

await runChild(serverSettings, async ({ databaseUrl, connections }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const server = createServer((request, response) => {
    answer(pool, request, response).catch((error: unknown) => {
      send(response, 500, { error: String(error) });
    });
  });
  await listen(server, 0);
  return {
    ready: { port: (server.address() as AddressInfo).port },
    close: async () => {
      await closeServer(server);
      await pool.end();
    },
  };
});
