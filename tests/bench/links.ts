import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { createApp } from '../../src/server/app.ts';
import type { Identity } from '../../src/server/frame/context/identity.ts';
import type { PayPal } from '../../src/server/frame/context/paypal.ts';
import { createDatabase } from '../../src/server/frame/db/create-database.ts';
import { poolDriver } from '../../stack/postgres/connect.ts';
import { inProject } from '../../stack/paths.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { settings, terms } from '../api/settings.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- links`: asks for a link to the purchases of known and of unknown addresses, in random order, and compares the
 * median times of the answers. A second group of unknown addresses shows the noise. Exits with 1 if known addresses differ from
 * unknown ones by more than 5% and by more than twice the noise.
 */
const TRIES = 500;
const GOAL = 0.05;

const postgres = await startPostgres();
const pool = new pg.Pool({ connectionString: await postgres.createDatabase('bench'), max: 4 });
await migrate(drizzle(pool), { migrationsFolder: inProject('drizzle/migrations') });
await pool.query(
  `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key)
   select gen_random_uuid(), 'ORDER-' || n, 'one-time', 'basic', 'completed', 5999,
     'buyer' || n || '@mail.example', 'buyer' || n || '@mail.example'
   from generate_series(1, 20000) n`,
);
await pool.query('vacuum analyze');

const app = createApp({
  db: createDatabase(poolDriver(pool)),
  // The call uses neither PayPal nor Firebase.
  paypal: {} as PayPal,
  identity: {} as Identity,
  settings,
  mail: null,
  terms,
  letters: () => Promise.resolve([]),
  now: () => new Date(),
  log: () => undefined,
});

const background: Promise<unknown>[] = [];

/** Asks for a link, and returns the milliseconds until the answer. */
async function ask(email: string): Promise<number> {
  const request = new Request('http://site.example/api/portal/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const start = performance.now();
  const response = await app.fetch(request, {
    ip: randomUUID(),
    waitUntil: (work: Promise<unknown>) => background.push(work),
  });
  const ms = performance.now() - start;
  if (response.status !== 202) throw new Error(`Answered ${String(response.status)}`);
  return ms;
}

const times = { known: [] as number[], unknown: [] as number[], 'unknown again': [] as number[] };
const groups = Object.keys(times) as (keyof typeof times)[];
for (let warmUp = 0; warmUp < 50; warmUp += 1) await ask(`warm-up${String(warmUp)}@mail.example`);
const questions = groups.flatMap((group) =>
  Array.from({ length: TRIES }, (_, index) => ({ group, index: index + 1, order: Math.random() })),
);
// The work after an answer overlaps with the next question, so the order must be random.
for (const { group, index } of questions.toSorted((a, b) => a.order - b.order)) {
  const name = group === 'known' ? 'buyer' : group === 'unknown' ? 'other' : 'third';
  times[group].push(await ask(`${name}${String(index)}@mail.example`));
}
await Promise.all(background);
const { rows } = await pool.query<{ count: string }>(
  "select count(*) from mails where kind = 'purchases-link'",
);
console.log(`${rows[0]?.count ?? ''} mails for ${String(TRIES)} known addresses`);
for (const group of groups) console.log(`${group.padEnd(14)} ${String(rounded(median(times[group]), 3))} ms`);
const ratio = median(times.known) / median(times.unknown);
const noise = Math.abs(median(times['unknown again']) / median(times.unknown) - 1);
console.log(`known / unknown ${String(rounded(ratio, 3))}, noise ${String(rounded(noise, 3))}`);
process.exitCode = Math.abs(ratio - 1) > Math.max(GOAL, 2 * noise) ? 1 : 0;
await pool.end();
await postgres.stop();
