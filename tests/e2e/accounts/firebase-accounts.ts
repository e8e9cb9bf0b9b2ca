import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { callEmulator } from '../../../stack/firebase/firebase.ts';

/** The password of the sample accounts and of accounts that tests create. */
export const password = 'kithbook';

export const sampleAccounts = {
  admin: 'admin@kithbook.example',
  ada: 'ada@kithbook.example',
  pia: 'pia@kithbook.example',
} as const;

const toolkit = '/identitytoolkit.googleapis.com/v1';
function emulatorUrl(): string {
  return process.env.PUBLIC_FIREBASE_EMULATOR_URL ?? '';
}

function projectPath(): string {
  return `projects/${process.env.PUBLIC_FIREBASE_PROJECT_ID ?? ''}`;
}

/** An email that no other account has. Its first six characters are unique, too. */
export function uniqueEmail(): string {
  return `${randomUUID().replaceAll('-', '')}@mail.example`;
}

export interface Account {
  readonly uid: string;
  readonly email: string;
}

/** Changes an account as the project's owner does, such as `{ disableUser: true }`. */
export async function changeAccount(uid: string, change: object): Promise<void> {
  await callEmulator(emulatorUrl(), 'POST', `${toolkit}/${projectPath()}/accounts:update`, {
    localId: uid,
    ...change,
  });
}

/** Replaces an account's claims. New tokens carry them. */
export function setClaims(uid: string, claims: object): Promise<void> {
  return changeAccount(uid, { customAttributes: JSON.stringify(claims) });
}

const createAnswer = z.object({ localId: z.string() });

/** Creates an account with a confirmed email and these claims. */
export async function createAccount(claims: object = {}): Promise<Account> {
  const email = uniqueEmail();
  const answer = await callEmulator(emulatorUrl(), 'POST', `${toolkit}/${projectPath()}/accounts`, {
    email,
    password,
  });
  const { localId: uid } = createAnswer.parse(answer);
  await changeAccount(uid, { emailVerified: true, customAttributes: JSON.stringify(claims) });
  return { uid, email };
}

export async function deleteAccount(uid: string): Promise<void> {
  await callEmulator(emulatorUrl(), 'POST', `${toolkit}/${projectPath()}/accounts:delete`, { localId: uid });
}

function callToolkit(verb: string, body: object): Promise<Response> {
  return fetch(`${emulatorUrl()}${toolkit}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const signInAnswer = z.object({
  localId: z.string(),
  email: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
});

/** A signed-in account: the site's session and the user that Firebase's client stores. */
export interface StoredSession {
  readonly session: 'in' | 'admin';
  readonly user: Readonly<Record<string, unknown>> & {
    readonly apiKey: string;
    readonly appName: string;
    readonly stsTokenManager: {
      readonly refreshToken: string;
      readonly accessToken: string;
      readonly expirationTime: number;
    };
  };
}

/** Signs an account in by Firebase's REST API. */
export async function fetchSession(email: string): Promise<StoredSession> {
  const answer = await callToolkit('signInWithPassword', { email, password, returnSecureToken: true });
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

/** True if Firebase accepts the password for the account. */
export async function canSignIn(email: string, typed: string): Promise<boolean> {
  return (await callToolkit('signInWithPassword', { email, password: typed })).ok;
}

const lookupAnswer = z.object({ users: z.array(z.unknown()).default([]) });

/** Counts the accounts with an email. */
export async function countAccounts(email: string): Promise<number> {
  const answer = await callEmulator(emulatorUrl(), 'POST', `${toolkit}/${projectPath()}/accounts:lookup`, {
    email: [email],
  });
  return lookupAnswer.parse(answer).users.length;
}

const mailAnswer = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string() })) });

/** Fetches the one-time codes of all mails to an email, newest last. */
export async function fetchMailedCodes(email: string): Promise<string[]> {
  const answer = await callEmulator(emulatorUrl(), 'GET', `/emulator/v1/${projectPath()}/oobCodes`);
  return mailAnswer
    .parse(answer)
    .oobCodes.filter((code) => code.email === email)
    .map(({ oobCode }) => oobCode);
}

/** Has Firebase mail a reset link and returns its one-time code. */
export async function createResetCode(email: string): Promise<string> {
  await callToolkit('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  return (await fetchMailedCodes(email)).at(-1) ?? '';
}
