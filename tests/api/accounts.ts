import { inject } from 'vitest';
import * as z from 'zod';
import { callEmulator } from '../../stack/firebase/firebase.ts';
import { newEmail } from './mint.ts';
import { projectId } from './provided.ts';

const path = '/identitytoolkit.googleapis.com/v1';
const password = 'kithbook';
const signInAnswer = z.object({ idToken: z.string(), localId: z.string() });

const ask = async (verb: string, body: object): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${inject('identityUrl')}${path}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const post = async (verb: string, body: object): Promise<z.infer<typeof signInAnswer>> =>
  signInAnswer.parse((await ask(verb, { ...body, returnSecureToken: true })).body);

/** The ID token of one of the seeded accounts. */
export const signIn = async (name: 'admin' | 'ada' | 'pia' | 'carl'): Promise<string> =>
  (await post('signInWithPassword', { email: `${name}@kithbook.example`, password })).idToken;

/** An account of the test's own, signed in. */
export const newAccount = async (
  email = newEmail('account'),
): Promise<{ uid: string; email: string; token: string }> => {
  const { localId, idToken } = await post('signUp', { email, password });
  return { uid: localId, email, token: idToken };
};

/** The same, with an address that is confirmed. */
export const newConfirmedAccount = async (
  email?: string,
): Promise<{ uid: string; email: string; token: string }> => {
  const { uid, email: own } = await newAccount(email);
  await changeAccount(uid, { emailVerified: true });
  return { uid, email: own, token: (await post('signInWithPassword', { email: own, password })).idToken };
};

/** Whether an account can be signed in to with this password. */
export const canSignIn = async (email: string, typed: string): Promise<boolean> =>
  (await ask('signInWithPassword', { email, password: typed })).status === 200;

const codesAnswer = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string() })) });

/** The one-time code of the newest mail to an account: of a password reset, or another `requestType`. */
export const mailedCode = async (
  { email, token }: { readonly email: string; readonly token: string },
  requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL' = 'PASSWORD_RESET',
): Promise<string> => {
  await ask('sendOobCode', { requestType, email, ...(requestType === 'VERIFY_EMAIL' && { idToken: token }) });
  const codes = await callEmulator(
    inject('identityUrl'),
    'GET',
    `/emulator/v1/projects/${projectId}/oobCodes`,
  );
  return codesAnswer.parse(codes).oobCodes.findLast((code) => code.email === email)?.oobCode ?? '';
};

/** Removes an account as its owner would. */
export const deleteAccount = async (token: string): Promise<void> => {
  await ask('delete', { idToken: token });
};

const recordAnswer = z.object({
  users: z.tuple([
    z.object({ customAttributes: z.string().default('{}'), validSince: z.string().optional() }),
  ]),
});

/** The custom claims in an account's record, and since when its tokens are good, in seconds since 1970. */
export const recordOf = async (uid: string): Promise<{ claims: unknown; validSince: number }> => {
  const { users } = recordAnswer.parse(
    await callEmulator(inject('identityUrl'), 'POST', `${path}/projects/${projectId}/accounts:lookup`, {
      localId: [uid],
    }),
  );
  const [{ customAttributes, validSince }] = users;
  return { claims: JSON.parse(customAttributes), validSince: Number(validSince ?? 0) };
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
