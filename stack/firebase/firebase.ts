import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ChildFailed, startChild } from '../child.ts';
import { assertPortFree, portTaken } from '../ports.ts';

export interface FirebaseEmulator {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Ends the emulator as `kill -9` does, for tests of the data that survives. */
  kill(): Promise<void>;
}

const NAME = 'Firebase emulator';
const script = fileURLToPath(new URL('server.ts', import.meta.url));

/**
 * Starts the Firebase Auth emulator on 127.0.0.1, with email enumeration protection. Port 0 takes a free port.
 * `accountsFile` stores the accounts. Null keeps them in memory.
 */
export async function startFirebaseEmulator(settings: {
  port: number;
  projectId: string;
  accountsFile: string | null;
}): Promise<FirebaseEmulator> {
  if (settings.port) await assertPortFree(settings.port, NAME);
  const child = await startChild(NAME, script, settings).catch((error: unknown) => {
    if (error instanceof ChildFailed && error.code === 'EADDRINUSE') throw portTaken(settings.port, NAME);
    throw error;
  });
  const { port } = z.object({ port: z.number() }).parse(child.ready);
  const url = `http://127.0.0.1:${port}`;
  try {
    await callEmulator(url, 'PATCH', `/emulator/v1/projects/${settings.projectId}/config`, {
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    });
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { url, pid: child.pid, stop: child.stop, kill: child.kill };
}

/** Calls the emulator's REST API as the owner of the project. Throws unless the answer is 2xx. */
export async function callEmulator(
  url: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The Firebase emulator refused ${method} ${path}: ${text}`);
  return JSON.parse(text);
}

const PASSWORD = 'kithbook';

/** The sample accounts of the local stack. */
export const demoAccounts = [
  { uid: 'seed-admin', email: 'admin@kithbook.example', name: 'Alex Admin', claims: { admin: true } },
  { uid: 'seed-ada', email: 'ada@kithbook.example', name: 'Ada Affiliate', claims: null },
  { uid: 'seed-pia', email: 'pia@kithbook.example', name: 'Pia Profile', claims: null },
  { uid: 'seed-carl', email: 'carl@kithbook.example', name: 'Carl Customer', claims: null },
].map((account) => ({ ...account, password: PASSWORD }));

const lookupAnswer = z.object({
  users: z.array(z.object({ localId: z.string(), email: z.string().optional() })).default([]),
});
const createAnswer = z.object({ error: z.array(z.object({ message: z.string() })).default([]) });

/** Creates the sample accounts that are missing. An account with the id or the email of a sample account stays as it is. */
export async function createDemoAccounts(url: string, projectId: string): Promise<void> {
  const base = `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
  const lookup = await callEmulator(url, 'POST', `${base}:lookup`, {
    localId: demoAccounts.map(({ uid }) => uid),
    email: demoAccounts.map(({ email }) => email),
  });
  const { users } = lookupAnswer.parse(lookup);
  const missing = demoAccounts.filter(
    ({ uid, email }) => !users.some((user) => user.localId === uid || user.email === email),
  );
  if (missing.length === 0) return;
  const created = await callEmulator(url, 'POST', `${base}:batchCreate`, {
    users: missing.map(({ uid, email, name, claims, password }) => ({
      localId: uid,
      email,
      emailVerified: true,
      displayName: name,
      rawPassword: password,
      ...(claims && { customAttributes: JSON.stringify(claims) }),
    })),
  });
  const { error: errors } = createAnswer.parse(created);
  if (errors.length > 0)
    throw new Error(`Demo accounts were refused: ${errors.map(({ message }) => message).join(', ')}`);
}
