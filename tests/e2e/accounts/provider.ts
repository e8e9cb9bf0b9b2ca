import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { callEmulator } from '../../../stack/identity/call-emulator.ts';

/** The password of every seeded account, and of those that tests make. */
export const password = 'kithbook';

export const seeded = {
  admin: 'admin@kithbook.example',
  ada: 'ada@kithbook.example',
  pia: 'pia@kithbook.example',
} as const;

const toolkit = '/identitytoolkit.googleapis.com/v1';
const url = (): string => process.env.PUBLIC_FIREBASE_EMULATOR_URL ?? '';
const project = (): string => `projects/${process.env.PUBLIC_FIREBASE_PROJECT_ID ?? ''}`;

/** An address of nobody else; its first 6 letters and digits are its own, too. */
export const newEmail = (): string => `${randomUUID().replaceAll('-', '')}@mail.example`;

export interface Account {
  readonly uid: string;
  readonly email: string;
}

/** Changes an account as the project's owner does, such as `{ disableUser: true }`. */
export const changeAccount = async (uid: string, change: object): Promise<void> => {
  await callEmulator(url(), 'POST', `${toolkit}/${project()}/accounts:update`, { localId: uid, ...change });
};

/** Gives an account these claims and no others. They stand in tokens that are written from now on. */
export const setClaims = (uid: string, claims: object): Promise<void> =>
  changeAccount(uid, { customAttributes: JSON.stringify(claims) });

const made = z.object({ localId: z.string() });

/** An account of the test's own, its address confirmed, with these claims. */
export const newAccount = async (claims: object = {}): Promise<Account> => {
  const email = newEmail();
  const answer = await callEmulator(url(), 'POST', `${toolkit}/${project()}/accounts`, { email, password });
  const { localId: uid } = made.parse(answer);
  await changeAccount(uid, { emailVerified: true, customAttributes: JSON.stringify(claims) });
  return { uid, email };
};

/** Removes an account. */
export const deleteAccount = async (uid: string): Promise<void> => {
  await callEmulator(url(), 'POST', `${toolkit}/${project()}/accounts:delete`, { localId: uid });
};

/** Revokes the sessions of an account. Firebase counts whole seconds, so this waits for the next second. */
export const revokeSessions = async (uid: string): Promise<void> => {
  const second = Math.floor(Date.now() / 1_000) + 1;
  // A timer may fire a millisecond early.
  await setTimeout(second * 1_000 - Date.now() + 5);
  await changeAccount(uid, { validSince: String(second) });
};

const ask = (verb: string, body: object): Promise<Response> =>
  fetch(`${url()}${toolkit}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const signInAnswer = z.object({
  localId: z.string(),
  email: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
});

/** A signed-in account: the session as the site notes it, and the user as Firebase's client stores it. */
export interface StoredSession {
  readonly session: 'in' | 'admin';
  readonly user: Readonly<Record<string, unknown>> & { readonly apiKey: string; readonly appName: string };
}

/** Signs an account in by Firebase's REST API. */
export async function fetchSession(email: string): Promise<StoredSession> {
  const answer = await ask('signInWithPassword', { email, password, returnSecureToken: true });
  const { localId, idToken, refreshToken } = signInAnswer.parse(await answer.json());
  const [, payload = ''] = idToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { admin?: boolean };
  return {
    session: claims.admin ? 'admin' : 'in',
    user: {
      uid: localId,
      email,
      emailVerified: true,
      isAnonymous: false,
      providerData: [],
      stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + 3_600_000 },
      apiKey: process.env.PUBLIC_FIREBASE_API_KEY ?? '',
      appName: '[DEFAULT]',
    },
  };
}

/** Whether an account can be signed in to with this password. */
export const canSignIn = async (email: string, typed: string): Promise<boolean> =>
  (await ask('signInWithPassword', { email, password: typed })).ok;

const accounts = z.object({ users: z.array(z.unknown()).default([]) });

/** How many accounts have this address. */
export const accountsWith = async (email: string): Promise<number> => {
  const answer = await callEmulator(url(), 'POST', `${toolkit}/${project()}/accounts:lookup`, {
    email: [email],
  });
  return accounts.parse(answer).users.length;
};

const mails = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string() })) });

/** The one-time codes of all mails to an address, the newest last. */
export const mailedCodes = async (email: string): Promise<string[]> => {
  const answer = await callEmulator(url(), 'GET', `/emulator/v1/${project()}/oobCodes`);
  return mails
    .parse(answer)
    .oobCodes.filter((code) => code.email === email)
    .map(({ oobCode }) => oobCode);
};

/** The one-time code of a mail that resets this account's password. */
export const resetCode = async (email: string): Promise<string> => {
  await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  return (await mailedCodes(email)).at(-1) ?? '';
};

/** Has Firebase mail the link that confirms an account's address, and returns its one-time code. */
export async function verificationCode(email: string): Promise<string> {
  const answer = await ask('signInWithPassword', { email, password, returnSecureToken: true });
  const { idToken } = signInAnswer.parse(await answer.json());
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  return (await mailedCodes(email)).at(-1) ?? '';
}
