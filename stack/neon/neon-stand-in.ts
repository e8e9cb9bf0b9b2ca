import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { neonConfig } from '@neondatabase/serverless';
import { answerSql, createPools } from './sql-over-http.ts';

export interface NeonStandIn {
  host: string;
  port: number;
  /** Makes the driver of this process call the stand-in instead of Neon. */
  configure(config: typeof neonConfig): void;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts a stand-in for Neon in front of a PostgreSQL server. It answers POST /sql, the call that Neon's driver makes. */
export async function startNeonStandIn(postgresUrl: string): Promise<NeonStandIn> {
  const pools = createPools(postgresUrl);
  const server = http.createServer((request, response) => {
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== '/sql') return send(404, { message: 'Not found.' });
    const callerLeft = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) callerLeft.abort();
    });
    text(request)
      .then((body) => answerSql(pools.poolsFor, request.headers, body, callerLeft.signal))
      .then(({ status, body }) => send(status, body))
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
