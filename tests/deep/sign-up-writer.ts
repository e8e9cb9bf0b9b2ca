/**
 * Signs customers up through the API on an embedded database in a folder, three at a time, until it is killed. Prints
 * each email once the API has acknowledged it. Argument: the folder.
 */
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../src/server/app.ts';
import { unconfiguredIdentity } from '../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../src/server/clients/paypal/paypal-client.ts';
import { openDatabase } from '../../stack/database.ts';
import { acquireLock } from '../../stack/lock.ts';

const [folder = ''] = process.argv.slice(2);
await acquireLock(folder);
const { db } = await openDatabase(path.join(folder, 'database'));
const app = createApp({
  db,
  paypal: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
  identity: unconfiguredIdentity,
  settings: {
    merchantId: '',
    annualPlanId: '',
    service: null,
    mailLinkSecret: null,
    mailWebhookSecret: null,
  },
  mail: null,
  letters: () => Promise.resolve([]),
  now: () => new Date(),
  log: () => undefined,
});

async function write(): Promise<never> {
  for (;;) {
    const email = `${randomUUID()}@mail.example`;
    const request = new Request('http://site.example/api/customers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    // Each sign-up has another IP address, because the rate limit refuses an address after a few sign-ups.
    const { status } = await app.fetch(request, { ip: email });
    if (status !== 201) throw new Error(`The sign-up answered ${String(status)}.`);
    // Writes without a buffer, so that every line that the parent reads was acknowledged before the kill.
    writeSync(1, `${email}\n`);
  }
}

await Promise.all([write(), write(), write()]);
