import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import * as z from 'zod';
import { startChild } from '../../stack/child.ts';
import { inProject } from '../../stack/paths.ts';
import { startPostgres } from '../../stack/postgres/postgres.ts';
import { measureLoad, type LoadRequest } from './api/load.ts';
import type { ServerSettings } from './api/server-settings.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- api`: compares the throughput of three calls, a code look-up, a click on an affiliate's link and a newsletter sign-up, with a bare node:http
 * server that runs the same statements with the same driver on the same PostgreSQL. Both servers are child processes and take
 * turns. The result is the median of the ratios of neighboring turns. Exits with 1 below the goals. `--rounds 41`,
 * `--seconds 0.5`, `--connections 32`, `--warm-up 10` (seconds for each server: V8 needs tens of thousands of calls to optimize).
 */

/** The lowest accepted ratios of our server's throughput to the bare server's throughput. */
const goals = { 'look-up': 0.75, click: 0.75, insert: 0.85 };
/** Connections of each server to the database. */
const POOL = 10;
const CODES = 1_000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '41' },
    seconds: { type: 'string', default: '0.5' },
    connections: { type: 'string', default: '32' },
    'warm-up': { type: 'string', default: '10' },
  },
});
const [rounds, seconds, connections, warmUp] = [
  values.rounds,
  values.seconds,
  values.connections,
  values['warm-up'],
].map(Number);

const postgres = await startPostgres();
const databaseUrl = await postgres.createDatabase('bench');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
await migrate(drizzle(pool), { migrationsFolder: inProject('drizzle/migrations') });
await pool.query(
  `insert into affiliates (id, name, email, code, date_activated)
   select gen_random_uuid(), 'Minted', 'minted' || n || '@mail.example', 'code' || n, '2025-01-01'
   from generate_series(0, ${String(CODES - 1)}) as n`,
);
await pool.query('vacuum analyze');

async function startServer(name: 'our' | 'bare') {
  const script = fileURLToPath(new URL(`api/${name}-server.ts`, import.meta.url));
  const settings: ServerSettings = { databaseUrl, connections: POOL };
  const child = await startChild(`${name} server`, script, settings);
  return { port: z.object({ port: z.number() }).parse(child.ready).port, stop: child.stop };
}
const [ours, bare] = await Promise.all([startServer('our'), startServer('bare')]);

let number = 0;
function lookUp(): LoadRequest {
  return {
    method: 'GET',
    path: `/api/affiliates/validate/code${String((number += 1) % CODES)}`,
    status: 200,
  };
}
function click(): LoadRequest {
  const body = JSON.stringify({ code: `code${String((number += 1) % CODES)}` });
  return { method: 'POST', path: '/api/referral', body, status: 204 };
}
function insert(path: string) {
  return (): LoadRequest => {
    const email = `reader-${String((number += 1))}@mail.example`;
    return { method: 'POST', path, body: JSON.stringify({ name: 'Reader', email }), status: 201 };
  };
}
const calls = {
  'look-up': [lookUp, lookUp],
  click: [click, click],
  insert: [insert('/api/customers'), insert('/api/customers')],
  'insert (bare: without rate-limit counters)': [insert('/api/customers'), insert('/plain')],
} as const;

const load = { connections: connections ?? NaN, seconds: seconds ?? NaN };
const turns = Array.from({ length: rounds ?? NaN }, (_, turn) => turn);
const rows: Record<'call' | 'ratio' | 'ours' | 'bare' | 'goal', number | string>[] = [];
for (const [call, [toOurs, toBare]] of Object.entries(calls)) {
  const measure = {
    ours: () => measureLoad(ours.port, toOurs, load),
    bare: () => measureLoad(bare.port, toBare, load),
  };
  // Both servers take turns, so that each of them warms up for half of this time.
  const warmUpEnd = performance.now() + 2_000 * (warmUp ?? NaN);
  while (performance.now() < warmUpEnd) await measure.ours().then(measure.bare);
  const rates: { ours: number; bare: number }[] = [];
  for (const turn of turns) {
    const first = turn % 2 === 0 ? 'ours' : 'bare';
    const second = first === 'ours' ? 'bare' : 'ours';
    const firstRate = await measure[first]();
    const secondRate = await measure[second]();
    rates.push(
      first === 'ours' ? { ours: firstRate, bare: secondRate } : { ours: secondRate, bare: firstRate },
    );
  }
  rows.push({
    call,
    ratio: rounded(median(rates.map((turn) => turn.ours / turn.bare)), 3),
    ours: Math.round(median(rates.map((turn) => turn.ours))),
    bare: Math.round(median(rates.map((turn) => turn.bare))),
    goal: call in goals ? goals[call as keyof typeof goals] : '',
  });
}
await Promise.all([ours.stop(), bare.stop(), pool.end()]);
await postgres.stop();

console.log(`Requests a second at ${String(load.connections)} connections:`);
console.table(rows);
const missed = rows.filter(({ ratio, goal }) => typeof goal === 'number' && !(Number(ratio) >= goal));
for (const { call, ratio, goal } of missed)
  console.error(
    `${String(call)}: ${String(ratio)} of the bare server's throughput, less than ${String(goal)}`,
  );
process.exitCode = missed.length === 0 ? 0 : 1;
