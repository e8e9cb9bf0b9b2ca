import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  callEmulator,
  type FirebaseEmulator,
  startFirebaseEmulator,
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
});
