import { fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildFunctions } from '../../netlify/build.ts';
import { bytesOf, chunkOf, loadedWith } from '../api/platform/bundle-weight.ts';
import { separateBuild } from '../../stack/build.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { closeServer, listen } from '../../stack/web-server.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- cold`: the first call of a bundled function in a fresh process, over what a bare handler takes there:
 * milliseconds from loading the file to the whole answer, without the database, where require() of ES modules is off
 * as on the platform. The processes take turns. Ends with 1 above the goals. `--runs 21`.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '21' } } });
const runs = Number(values.runs);

const probe = fileURLToPath(new URL('cold/probe.ts', import.meta.url));
const bare = fileURLToPath(new URL('cold/bare.mjs', import.meta.url));
const { functions } = separateBuild('bench');
await buildFunctions(functions);

const uid = 'cold-start';
const user = { localId: uid, email: 'cold@mail.example', validSince: '0', disabled: false };
/** The identity provider, which answers at once. */
const identity = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ users: [user] }));
});
await listen(identity, 0);

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const settings = exampleSettings({
  DATABASE_URL: 'postgres://user:password@database.invalid/bench',
  // As deployed, where a service account is always there; against the stand-in none is asked for.
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
    project_id: 'bench',
    client_email: 'bench@mail.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
  FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String((identity.address() as AddressInfo).port)}`,
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = Math.floor(Date.now() / 1_000);
const project = settings.PUBLIC_FIREBASE_PROJECT_ID ?? '';
const claims = {
  iss: `https://securetoken.google.com/${project}`,
  aud: project,
  sub: uid,
  user_id: uid,
  email: user.email,
  auth_time: now,
  iat: now,
  exp: now + 3_600,
};
const token = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`;

const timed = z.object({ ms: z.number(), cpuMs: z.number(), status: z.literal(200), body: z.string() });

type Timed = z.infer<typeof timed>;

const time = async (file: string, to: string, as = ''): Promise<Timed> => {
  const child = fork(probe, [file, to, as], {
    execArgv: ['--no-experimental-require-module', '--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as unknown[];
  await once(child, 'exit');
  const found = timed.safeParse(message);
  if (!found.success) throw new Error(`${file} did not answer: ${JSON.stringify(message)}`);
  return found.data;
};

const calls = [
  { call: 'public', file: 'validate.mjs', to: '/api/affiliates/validate/code1', as: '', goal: 35 },
  { call: 'with a token', file: 'api.mjs', to: '/api/affiliates', as: token, goal: 90 },
] as const;

const rows = [];
for (const { call, file, to, as, goal } of calls) {
  const turns: { ours: Timed; least: Timed }[] = [];
  for (let run = 0; run < runs; run += 1)
    turns.push({ least: await time(bare, to), ours: await time(path.join(functions, file), to, as) });
  const middle = (of: (turn: (typeof turns)[number]) => number) => rounded(median(turns.map(of)), 1);
  rows.push({
    call,
    'over bare': middle(({ ours, least }) => ours.ms - least.ms),
    goal,
    ours: middle(({ ours }) => ours.ms),
    bare: middle(({ least }) => least.ms),
    'processor, over bare': middle(({ ours, least }) => ours.cpuMs - least.cpuMs),
  });
}
await closeServer(identity);

const begunBy = async (name: string, call: string) =>
  loadedWith(path.join(functions, `${name}.mjs`), await chunkOf(functions, call));
const taken = {
  'a look-up of a code': await begunBy('validate', '/api/affiliates/validate/:code'),
  'a sign-up': await begunBy('api', '/api/customers'),
  'a reported purchase': await begunBy('api', '/api/purchase/track'),
  'the administration of purchases': await begunBy('api', '/api/purchases/:id'),
};
console.log('Bytes of code that a call begins with, as they are and compressed:');
console.table(Object.fromEntries(Object.entries(taken).map(([call, files]) => [call, bytesOf(files)])));
console.log('Milliseconds of a first call, medians:');
console.table(rows);
const missed = rows.filter((row) => !(row['over bare'] <= row.goal));
for (const row of missed)
  console.error(`${row.call}: ${String(row['over bare'])} ms, not ${String(row.goal)}`);
process.exitCode = missed.length === 0 ? 0 : 1;
