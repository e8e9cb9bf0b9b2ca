import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { runChild } from '../../../stack/child.ts';
import { closeServer, listen } from '../../../stack/web-server.ts';
import { serverSettings } from './server-settings.ts';

/**
 * Serves the code look-up, the click and the newsletter sign-up with only node:http and the driver: no framework, query builder, validation
 * or log. The sign-up updates the counters of rate limits, as the API does. A sign-up at `/plain` only inserts the customer.
 */
const lookUp = {
  name: 'look_up',
  text: `select affiliates.date_activated is not null as active
    from affiliate_codes join affiliates on affiliates.id = affiliate_codes.affiliate_id
    where affiliate_codes.code = $1`,
};
const click = {
  name: 'click',
  text: `with found as (
      select affiliate_codes.code, affiliates.date_activated is not null as active
      from affiliate_codes join affiliates on affiliates.id = affiliate_codes.affiliate_id
      where affiliate_codes.code = $1 and closed_at is null
    ),
    counted as (
      insert into link_clicks (code, day, clicks) select code, current_date, 1 from found where active
      on conflict (code, day) do update set clicks = link_clicks.clicks + 1
    )
    select code from found`,
};
const limitedInsert = {
  name: 'limited_insert',
  text: `with hit as (
      insert into rate_limits (key, window_start) values ($1, $2::timestamptz), ($3, $4::timestamptz)
      on conflict (key, window_start) do update set hits = rate_limits.hits + 1 returning key, hits
    ),
    inserted as (
      insert into customers (id, name, email) select $5::uuid, $6::text, $7::text
      where not exists (select from hit where key = $1 and hits > 10 or key = $3 and hits > 60)
      on conflict (lower(email)) do nothing
    )
    select key, hits from hit`,
};
const insert = {
  name: 'insert',
  text: 'insert into customers (id, name, email) values ($1, $2, $3) on conflict do nothing',
};

/** The body of a click or a sign-up. */
interface Body {
  readonly code: string;
  readonly name: string;
  readonly email: string;
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Body;
}

function windowStart(ms: number): string {
  return new Date(Math.floor(Date.now() / ms) * ms).toISOString();
}
function rateLimitKey(target: string): string {
  return createHash('sha256').update(target).digest('base64url');
}
let calls = 0;

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function answer(pool: pg.Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    const code = request.url?.slice(request.url.lastIndexOf('/') + 1).toLowerCase();
    const { rows } = await pool.query<{ active: boolean }>({ ...lookUp, values: [code] });
    send(response, 200, { valid: rows[0]?.active ?? false });
    return;
  }
  const body = await bodyOf(request);
  const { code, name, email } = body;
  if (request.url === '/api/referral') {
    const { rows } = await pool.query<{ code: string }>({ ...click, values: [code] });
    response.writeHead(204, { 'set-cookie': `affiliate_code=${rows[0]?.code ?? ''}; Path=/` });
    response.end();
    return;
  }
  if (request.url === '/plain') {
    await pool.query({ ...insert, values: [uuidv7(), name, email] });
  } else {
    const caller = [rateLimitKey(`customers:caller-${String((calls += 1))}`), windowStart(60_000)];
    const target = [rateLimitKey(`customer:${email.toLowerCase()}`), windowStart(900_000)];
    await pool.query({ ...limitedInsert, values: [...caller, ...target, uuidv7(), name, email] });
  }
  send(response, 201, body);
}

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
