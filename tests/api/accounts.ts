import { inject } from 'vitest';
import * as z from 'zod';
import { callEmulator } from '../stack/identity/call-emulator.ts';
import { newEmail } from './mint.ts';
import { projectId } from './provided.ts';

const path = '/identitytoolkit.googleapis.com/v1';
const password = 'kithbook';
const signInAnswer = z.object({ idToken: z.string(), localId: z.string() });

const post = async (verb: string, body: object): Promise<z.infer<typeof signInAnswer>> => {
  const response = await fetch(`${inject('identityUrl')}${path}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, returnSecureToken: true }),
  });
  return signInAnswer.parse(await response.json());
};

/** The ID token of one of the seeded accounts. */
export const signIn = async (name: 'admin' | 'ada' | 'pia' | 'carl'): Promise<string> =>
  (await post('signInWithPassword', { email: `${name}@kithbook.example`, password })).idToken;

/** An account of the test's own, signed in. */
export const newAccount = async (): Promise<{ uid: string; email: string; token: string }> => {
  const email = newEmail('account');
  const { localId, idToken } = await post('signUp', { email, password });
  return { uid: localId, email, token: idToken };
};

/** Changes an account as the project's owner does, such as `{ disableUser: true }`. */
export const changeAccount = async (uid: string, change: object): Promise<void> => {
  await callEmulator(inject('identityUrl'), 'POST', `${path}/projects/${projectId}/accounts:update`, {
    localId: uid,
    ...change,
  });
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token nobody signed, for `uid` with these claims; the emulator's own look the same. */
export const unsignedToken = (uid: string, claims: object = {}): string => {
  const now = Math.floor(Date.now() / 1_000);
  const standard = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    auth_time: now,
    iat: now,
    exp: now + 3_600,
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...standard, ...claims })}.`;
};
