import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import {
  callEmulator,
  type FirebaseEmulator,
  startFirebaseEmulator,
  demoAccounts,
  createDemoAccounts,
} from '../../../stack/firebase/firebase.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const projectId = 'demo-kithbook';
const v1 = '/identitytoolkit.googleapis.com/v1';
const accountsPath = `${v1}/projects/${projectId}/accounts`;
const folder = temporaryFolder();

type Json = Record<string, unknown>;

async function post(
  identity: FirebaseEmulator,
  verb: string,
  body: object,
): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${identity.url}${v1}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

function signIn(identity: FirebaseEmulator, email: string, password = 'kithbook') {
  return post(identity, 'signInWithPassword', { email, password, returnSecureToken: true });
}

function claimsOf(token: unknown): Json {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Json;
}

async function fetchAccount(identity: FirebaseEmulator, localId: string): Promise<Json | undefined> {
  const response = (await callEmulator(identity.url, 'POST', `${accountsPath}:lookup`, {
    localId: [localId],
  })) as {
    users?: Json[];
  };
  return response.users?.[0];
}

describe('a restart of the Firebase emulator', () => {
  let running: FirebaseEmulator | undefined;
  async function start(file: string) {
    running = await startFirebaseEmulator({ port: 0, projectId, accountsFile: path.join(folder, file) });
    return running;
  }
  afterEach(() => running?.stop());

  test('keeps all properties of the accounts', async () => {
    const first = await start('deep/accounts.json');
    await createDemoAccounts(first.url, projectId);
    const edit = (fields: object) => callEmulator(first.url, 'POST', `${accountsPath}:update`, fields);
    const past = { validSince: '1700000000', createdAt: '1600000000000' };
    await edit({ localId: 'seed-carl', disableUser: true, ...past });
    await edit({ localId: 'seed-pia', password: 'changed!', customAttributes: '{"tier":3}' });
    await signIn(first, 'ada@kithbook.example');
    await callEmulator(first.url, 'POST', `${accountsPath}:delete`, { localId: 'seed-admin' });
    const uids = ['seed-admin', 'seed-ada', 'seed-carl', 'seed-pia'];
    const before = await Promise.all(uids.map((uid) => fetchAccount(first, uid)));
    await first.stop();
    const second = await start('deep/accounts.json');
    const after = await Promise.all(uids.map((uid) => fetchAccount(second, uid)));
    expect(after).toEqual(before);
    expect(after[0]).toBeUndefined();
    expect(after[2]).toMatchObject({ disabled: true, ...past, emailVerified: true });
    expect((await signIn(second, 'carl@kithbook.example')).body).toMatchObject({
      error: { message: 'USER_DISABLED' },
    });
    const pia = await signIn(second, 'pia@kithbook.example', 'changed!');
    expect(claimsOf(pia.body.idToken)).toMatchObject({ tier: 3 });
    expect(fs.readdirSync(path.join(folder, 'deep'))).toEqual(['accounts.json']);
  }, 60_000);

  test('kill -9 loses no saved change, and changes are saved after a short delay', async () => {
    const first = await start('killed.json');
    await createDemoAccounts(first.url, projectId);
    const changes = [];
    for (let n = 0; n < 20; n += 1) {
      changes.push(`u${n}@kithbook.example`);
      await post(first, 'signUp', { email: changes[n], password: 'secret1', returnSecureToken: true });
    }
    await expect
      .poll(() => fs.readFileSync(path.join(folder, 'killed.json'), 'utf8'), { timeout: 15_000 })
      .toContain(changes.at(-1));
    await first.kill();
    const second = await start('killed.json');
    for (const email of ['admin@kithbook.example', ...changes])
      expect((await signIn(second, email, email.startsWith('u') ? 'secret1' : undefined)).status).toBe(200);
  }, 60_000);
});

test('the emulator saves its accounts and ends when its parent process is killed', async () => {
  const script = fileURLToPath(new URL('../../../stack/firebase/firebase.ts', import.meta.url));
  const file = path.join(folder, 'orphan.json');
  const settings = JSON.stringify({ port: 0, projectId, accountsFile: file });
  const code = `const { createDemoAccounts, startFirebaseEmulator } = await import(${JSON.stringify(script)});
    const { url, pid } = await startFirebaseEmulator(${settings});
    await createDemoAccounts(url, '${projectId}');
    process.stdout.write(String(pid));`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(starter.stdout, 'data')) as [Buffer];
  starter.kill('SIGKILL');
  function isRunning() {
    try {
      return process.kill(Number(pid.toString()), 0);
    } catch {
      return false;
    }
  }
  for (let tries = 0; tries < 600 && isRunning(); tries += 1) await wait(50);
  expect(isRunning()).toBe(false);
  const saved = JSON.parse(fs.readFileSync(file, 'utf8')) as { users: Json[] };
  expect(saved.users).toHaveLength(demoAccounts.length);
}, 60_000);
