import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { createApp } from '../../../src/server/app.ts';
import { stdoutLog } from '../../../src/server/frame/http/log.ts';
import { unconfiguredIdentity } from '../../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../../src/server/clients/paypal/paypal-client.ts';
import { runChild } from '../../../stack/child.ts';
import { closeServer, listen } from '../../../stack/web-server.ts';
import { createDatabase } from '../../../src/server/frame/db/create-database.ts';
import { poolDriver } from '../../../stack/postgres/connect.ts';
import { serverSettings } from './server-settings.ts';
import { terms } from '../../api/settings.ts';

/** Serves the deployed API with its log and limits, on the driver of the bare server. */
await runChild(serverSettings, async ({ databaseUrl, connections }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  // The bare server names its statements as well.
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `statement_${String(names.size)}`;
    names.set(text, name);
    return name;
  };
  const app = createApp({
    db: createDatabase(poolDriver(pool, nameOf)),
    paypal: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
    identity: unconfiguredIdentity,
    settings: {
      merchantId: '',
      annualPlanId: '',
      licenseKey: '',
      service: null,
      mailLinkSecret: null,
      mailWebhookSecret: null,
    },
    mail: null,
    terms,
    letters: () => Promise.resolve([]),
    now: () => new Date(),
    log: stdoutLog,
  });
  let calls = 0;
  // Each request has another IP address, because the rate limit refuses an address after a few requests.
  const answer = getRequestListener((request) =>
    app.fetch(request, { ip: `caller-${String((calls += 1))}` }),
  );
  const server = createServer((request, response) => void answer(request, response));
  await listen(server, 0);
  return {
    ready: { port: (server.address() as AddressInfo).port },
    close: async () => {
      await closeServer(server);
      await pool.end();
    },
  };
});
