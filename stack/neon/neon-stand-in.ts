import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { neonConfig } from '@neondatabase/serverless';
import { createPools } from './pools.ts';
import { answerSql } from './sql-over-http.ts';

export interface NeonStandIn {
  host: string;
  port: number;
  /** Points the driver of this process at the stand-in instead of Neon. */
  configure(config: typeof neonConfig): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Stands in for Neon in front of a PostgreSQL: POST /sql, as Neon's driver uses it. */
export async function startNeonStandIn(postgresUrl: string): Promise<NeonStandIn> {
  const pools = createPools(postgresUrl);
  const server = http.createServer((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== '/sql') return send(404, { message: 'Not found.' });
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    text(request)
      .then((body) => answerSql(pools.poolsFor, request.headers, body, gone.signal))
      .then((answer) => send(answer.status, answer.body))
      .catch((error: unknown) => send(500, { message: String(error) }));
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    host: HOST,
    port,
    configure: (config) => {
      config.fetchEndpoint = `http://${HOST}:${port}/sql`;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await pools.end();
    },
  };
}
