import { fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildFunctions } from '../../netlify/build-functions.ts';
import { loadedBytes } from '../api/platform/bundle-weight.ts';
import { packageFunctions } from '../package-functions.ts';
import { separateBuild } from '../../stack/build.ts';
import { exampleSettings } from '../../stack/settings.ts';
import { closeServer, listen } from '../../stack/web-server.ts';
import { median, rounded } from './median.ts';

/**
 * `npm run bench -- cold`: times the first call of a packaged function in a fresh process, minus the time of a bare handler.
 * Measures from loading the file to the end of the response. The database answers at once. require() of ES modules is off, as on
 * Netlify. The function and the bare handler take turns. Exits with 1 above a goal. `--runs 21`.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '21' } } });
const runs = Number(values.runs);

const probe = fileURLToPath(new URL('cold/probe.ts', import.meta.url));
const bareHandler = fileURLToPath(new URL('cold/bare.mjs', import.meta.url));
const { functions } = separateBuild('bench');
await buildFunctions(functions);
const folder = await mkdtemp(path.join(tmpdir(), 'cold-start-'));
const packaged = new Map(
  (await packageFunctions(functions, folder)).map(({ name, path: functionFolder }) => [name, functionFolder]),
);

const uid = 'cold-start';
const user = { localId: uid, email: 'cold@mail.example', validSince: '0', disabled: false };
/** A stand-in for Firebase that answers at once. */
const identity = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ users: [user] }));
});
await listen(identity, 0);

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const settings = exampleSettings({
  DATABASE_URL: 'postgres://user:password@database.invalid/bench',
  // A deployed function has a service account. The stand-in does not check it.
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
    project_id: 'bench',
    client_email: 'bench@mail.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }),
  FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${String((identity.address() as AddressInfo).port)}`,
});

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
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

const firstCall = z.object({ ms: z.number(), cpuMs: z.number(), status: z.literal(200), body: z.string() });

type FirstCall = z.infer<typeof firstCall>;

async function timeFirstCall(file: string, urlPath: string, idToken = ''): Promise<FirstCall> {
  const child = fork(probe, [file, urlPath, idToken], {
    execArgv: ['--no-experimental-require-module', '--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as unknown[];
  await once(child, 'exit');
  const result = firstCall.safeParse(message);
  if (!result.success) throw new Error(`${file} did not answer: ${JSON.stringify(message)}`);
  return result.data;
}

const calls = [
  { call: 'public', name: 'validate', urlPath: '/api/affiliates/validate/code1', idToken: '', goal: 60 },
  { call: 'with a token', name: 'api', urlPath: '/api/affiliates', idToken: token, goal: 120 },
] as const;

const rows = [];
for (const { call, name, urlPath, idToken, goal } of calls) {
  const file = path.join(packaged.get(name) ?? '', `${name}.mjs`);
  const turns: { ours: FirstCall; bare: FirstCall }[] = [];
  for (let run = 0; run < runs; run += 1)
    turns.push({
      bare: await timeFirstCall(bareHandler, urlPath),
      ours: await timeFirstCall(file, urlPath, idToken),
    });
  const medianOf = (read: (turn: (typeof turns)[number]) => number) => rounded(median(turns.map(read)), 1);
  rows.push({
    call,
    'over bare': medianOf(({ ours, bare }) => ours.ms - bare.ms),
    goal,
    ours: medianOf(({ ours }) => ours.ms),
    bare: medianOf(({ bare }) => bare.ms),
    'processor, over bare': medianOf(({ ours, bare }) => ours.cpuMs - bare.cpuMs),
  });
}
await closeServer(identity);
await rm(folder, { recursive: true });

console.log('Bytes of code that a function loads at its start:');
for (const name of ['validate', 'api'])
  console.log(name, await loadedBytes(path.join(functions, `${name}.mjs`)));
console.log('Milliseconds of a first call, medians:');
console.table(rows);
const missed = rows.filter((row) => !(row['over bare'] <= row.goal));
for (const row of missed)
  console.error(`${row.call}: ${String(row['over bare'])} ms, more than ${String(row.goal)}`);
process.exitCode = missed.length === 0 ? 0 : 1;
