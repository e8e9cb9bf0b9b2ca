import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { changeAdminRole } from '../../../netlify/commands/admin-role.ts';
import type { CommandResult } from '../../../netlify/commands/command-result.ts';
import { changeRole } from '../../../src/server/clients/firebase/change-role.ts';
import { inProject } from '../../../stack/paths.ts';
import { changeAccount, newAccount, fetchAccountRecord, unsignedToken } from '../accounts.ts';
import { type Api, emulatedIdentity, startApi } from '../harness.ts';
import { projectId } from '../provided.ts';
import { cleanEnv } from '../../clean-env.ts';

let api: Api;
let emulator: string;
beforeAll(async () => {
  api = await startApi({ identity: emulatedIdentity() });
  emulator = new URL(inject('identityUrl')).host;
});
afterAll(() => api.close());

interface CommandOutput {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

const script = inProject('netlify/commands/admin-role.ts');

/** Returns settings that name the emulator, unless `changes` says otherwise. */
function commandSettings(changes: Record<string, string>) {
  return {
    PUBLIC_FIREBASE_PROJECT_ID: projectId,
    FIREBASE_AUTH_EMULATOR_HOST: emulator,
    FIREBASE_SERVICE_ACCOUNT: '',
    ...changes,
  };
}

/** Runs the command in this process, which takes a tenth of the time of a child process. */
async function call(args: readonly string[], settings: Record<string, string> = {}): Promise<CommandResult> {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', emulator);
  const result = await changeAdminRole(args, commandSettings(settings));
  vi.unstubAllEnvs();
  return result;
}

/** Runs the script in a child process. */
function run(args: readonly string[], settings: Record<string, string> = {}): Promise<CommandOutput> {
  const env = cleanEnv(commandSettings(settings));
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, cwd: inProject() }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

/** Returns the settings of the emulator's project, without a service account. */
function project() {
  return { projectId, apiKey: '', serviceAccount: undefined, emulatorHost: emulator };
}

async function isAdmin(uid: string) {
  const token = unsignedToken(uid, { admin: true });
  return (await api.call('GET', '/api/customers', undefined, { token })).status === 200;
}

describe('granting', () => {
  test('makes an account an admin, prints the next step, and keeps other claims', async () => {
    const { uid, email } = await newAccount();
    await changeAccount(uid, { customAttributes: '{"tier":3}', validSince: '1700000000' });
    const { code, stdout } = await run(['grant', email.toUpperCase()]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('is an admin now')]);
    expect(stdout).toContain("presses 'Refresh Claims' on /admin or signs in again");
    expect(await fetchAccountRecord(uid)).toMatchObject({
      claims: { tier: 3, admin: true },
      validSince: 1_700_000_000,
    });
    expect(await isAdmin(uid)).toBe(true);
  });

  test('in a real project requires an account with a confirmed email', async () => {
    vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', emulator);
    const { uid, email } = await newAccount();
    const grant = () => changeRole(project(), email, { role: 'admin', allowUnconfirmedEmail: false });
    expect(await grant()).toBe('unconfirmed');
    expect((await fetchAccountRecord(uid)).claims).toEqual({});
    await changeAccount(uid, { emailVerified: true });
    expect(await grant()).toBe('changed');
    expect((await fetchAccountRecord(uid)).claims).toEqual({ admin: true });
    vi.unstubAllEnvs();
  });
});

test('revoking removes the claim at once, keeps other claims, and ends the sessions', async () => {
  const { uid, email, token } = await newAccount();
  await changeAccount(uid, { customAttributes: '{"tier":3,"admin":true}', validSince: '1700000000' });
  expect(await isAdmin(uid)).toBe(true);
  const result = await call(['revoke', email]);
  expect(result).toEqual({ code: 0, text: expect.stringContaining('no longer has a role') as string });
  const { claims, validSince } = await fetchAccountRecord(uid);
  expect(claims).toEqual({ tier: 3 });
  expect(validSince).toBeGreaterThan(Date.now() / 1_000 - 60);
  expect(await isAdmin(uid)).toBe(false);
  const earlier = unsignedToken(uid, { admin: true, auth_time: validSince - 1 });
  for (const old of [earlier, token])
    expect((await api.call('GET', '/api/customers', undefined, { token: old })).status).not.toBe(200);
});

test('revoking needs no confirmed email', async () => {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', emulator);
  const { uid, email } = await newAccount();
  await changeAccount(uid, { customAttributes: '{"admin":true}' });
  const revoked = await changeRole(project(), email, { role: null, allowUnconfirmedEmail: false });
  expect(revoked).toBe('changed');
  expect((await fetchAccountRecord(uid)).claims).toEqual({});
  vi.unstubAllEnvs();
});

describe('the command prints an error and changes nothing', () => {
  test.each([
    ['without an email', ['grant'], 'admin:grant -- person@mail.example'],
    ['with a name instead of an email', ['grant', 'alex'], 'Name the email of one account'],
  ])('%s: exit code 2', async (_case, args, text) => {
    expect(await call(args)).toEqual({ code: 2, text: expect.stringContaining(text) as string });
  });

  const serviceAccount = (project_id: string) =>
    JSON.stringify({
      project_id,
      client_email: 'server@mail.example',
      private_key: generateKeyPairSync('rsa', { modulusLength: 2_048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    });
  const wrong: [string, Record<string, string>, string][] = [
    ['for an unknown account', {}, `No account of ${projectId} has the email nobody@mail.example`],
    [
      'without a project',
      { PUBLIC_FIREBASE_PROJECT_ID: '' },
      'Authentication is not configured (see .env.example): PUBLIC_FIREBASE_PROJECT_ID is not set.',
    ],
    [
      'for a real project without a service account',
      { PUBLIC_FIREBASE_PROJECT_ID: 'kithbook-live' },
      'FIREBASE_SERVICE_ACCOUNT of kithbook-live is not set.',
    ],
    ['without an emulator', { FIREBASE_AUTH_EMULATOR_HOST: '' }, 'FIREBASE_AUTH_EMULATOR_HOST is not set.'],
    [
      'with another project’s service account',
      { FIREBASE_SERVICE_ACCOUNT: serviceAccount('kithbook-live') },
      `FIREBASE_SERVICE_ACCOUNT belongs to kithbook-live, and PUBLIC_FIREBASE_PROJECT_ID says ${projectId}.`,
    ],
  ];
  test.each(wrong)('%s: exit code 3', async (_case, settings, text) => {
    const result = await call(['grant', 'nobody@mail.example'], settings);
    expect(result).toEqual({ code: 3, text: expect.stringContaining(text) as string });
  });

  test('when the emulator does not run, without a stack trace: exit code 3', async () => {
    // firebase-admin keeps the emulator of its first call, so this call needs a process of its own.
    const settings = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' };
    const text = 'The Firebase emulator at 127.0.0.1:9 does not answer. npm start runs it.';
    const result = await run(['grant', 'nobody@mail.example'], settings);
    expect(result).toEqual({ code: 3, stdout: '', stderr: `${text}\n` });
  });

  test('for production if the shell has only the emulator: exit code 3', async () => {
    const { uid, email } = await newAccount();
    const { code, stderr } = await run(['grant', email, '--production']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('is not set.')]);
    expect((await fetchAccountRecord(uid)).claims).toEqual({});
  });
});
