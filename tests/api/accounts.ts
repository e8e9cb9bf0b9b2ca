import { inject } from 'vitest';
import * as z from 'zod';
import { callEmulator } from '../../stack/firebase/firebase.ts';
import { localTotpSecret, totpCode } from '../../stack/firebase/totp.ts';
import { newEmail } from './factories.ts';
import { projectId } from './provided.ts';

const path = '/identitytoolkit.googleapis.com/v1';
const password = 'kithbook';
const signInResponse = z.object({ idToken: z.string(), localId: z.string() });

const callFirebase = async (verb: string, body: object): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${inject('identityUrl')}${path}/accounts:${verb}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const post = async (verb: string, body: object): Promise<z.infer<typeof signInResponse>> =>
  signInResponse.parse((await callFirebase(verb, { ...body, returnSecureToken: true })).body);

/** Signs in to a seeded account and returns its ID token. */
export const signIn = async (name: 'admin' | 'ada' | 'pia' | 'carl'): Promise<string> =>
  (await post('signInWithPassword', { email: `${name}@kithbook.example`, password })).idToken;

/** Creates an account and returns it with its ID token. */
export const newAccount = async (
  email = newEmail('account'),
): Promise<{ uid: string; email: string; token: string }> => {
  const { localId, idToken } = await post('signUp', { email, password });
  return { uid: localId, email, token: idToken };
};

/** Creates an account whose email address is verified, and returns it with its ID token. */
export const newConfirmedAccount = async (
  email?: string,
): Promise<{ uid: string; email: string; token: string }> => {
  const { uid, email: own } = await newAccount(email);
  await changeAccount(uid, { emailVerified: true });
  return { uid, email: own, token: (await post('signInWithPassword', { email: own, password })).idToken };
};

/** Signs in to an account and returns its ID token. */
export const signInWith = async (email: string, typed = password): Promise<string> =>
  (await post('signInWithPassword', { email, password: typed })).idToken;

/** Adds an authenticator app to an account, and returns the token of a sign-in with the app's code. */
export const addSecondFactor = async ({
  email,
  token,
}: {
  email: string;
  token: string;
}): Promise<string> => {
  const call = async (verb: string, body: object): Promise<unknown> => {
    const response = await fetch(
      `${inject('identityUrl')}/identitytoolkit.googleapis.com/v2/accounts/${verb}?key=any`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
    return response.json();
  };
  const totpVerificationInfo = { verificationCode: totpCode(localTotpSecret) };
  await call('mfaEnrollment:finalize', { idToken: token, totpVerificationInfo });
  const { body } = await callFirebase('signInWithPassword', { email, password, returnSecureToken: true });
  const { mfaPendingCredential, mfaInfo } = pendingSignIn.parse(body);
  const { mfaEnrollmentId } = mfaInfo[0];
  const answer = await call('mfaSignIn:finalize', {
    mfaPendingCredential,
    mfaEnrollmentId,
    totpVerificationInfo,
  });
  return z.object({ idToken: z.string() }).parse(answer).idToken;
};

const pendingSignIn = z.object({
  mfaPendingCredential: z.string(),
  mfaInfo: z.tuple([z.object({ mfaEnrollmentId: z.string(), totpInfo: z.object({}) })]),
});

/** Returns true if Firebase accepts this password for the account. */
export const canSignIn = async (email: string, candidate: string): Promise<boolean> =>
  (await callFirebase('signInWithPassword', { email, password: candidate })).status === 200;

const codesResponse = z.object({ oobCodes: z.array(z.object({ email: z.string(), oobCode: z.string() })) });

/** Requests a mail to an account and returns the one-time code in it. The default is a password reset. */
export const mailedCode = async (
  { email, token }: { readonly email: string; readonly token: string },
  requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL' = 'PASSWORD_RESET',
): Promise<string> => {
  await callFirebase('sendOobCode', {
    requestType,
    email,
    ...(requestType === 'VERIFY_EMAIL' && { idToken: token }),
  });
  const codes = await callEmulator(
    inject('identityUrl'),
    'GET',
    `/emulator/v1/projects/${projectId}/oobCodes`,
  );
  return codesResponse.parse(codes).oobCodes.findLast((code) => code.email === email)?.oobCode ?? '';
};

/** Deletes an account with its own ID token. */
export const deleteAccount = async (token: string): Promise<void> => {
  await callFirebase('delete', { idToken: token });
};

const accountResponse = z.object({
  users: z.tuple([
    z.object({
      customAttributes: z.string().default('{}'),
      validSince: z.string().optional(),
      mfaInfo: z.array(z.unknown()).default([]),
    }),
  ]),
});

const fetchAccount = async (uid: string) => {
  const found = await callEmulator(
    inject('identityUrl'),
    'POST',
    `${path}/projects/${projectId}/accounts:lookup`,
    { localId: [uid] },
  );
  return accountResponse.parse(found).users[0];
};

/** Returns the number of an account's second factors. */
export const fetchFactors = async (uid: string): Promise<number> => (await fetchAccount(uid)).mfaInfo.length;

/** Returns an account's custom claims, and the time before which its tokens are revoked, in seconds since 1970. */
export const fetchAccountRecord = async (uid: string): Promise<{ claims: unknown; validSince: number }> => {
  const { customAttributes, validSince } = await fetchAccount(uid);
  return { claims: JSON.parse(customAttributes), validSince: Number(validSince ?? 0) };
};

/** Changes an account with the project owner's rights, for example `{ disableUser: true }`. */
export const changeAccount = async (uid: string, change: object): Promise<void> => {
  await callEmulator(inject('identityUrl'), 'POST', `${path}/projects/${projectId}/accounts:update`, {
    localId: uid,
    ...change,
  });
};

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns an unsigned ID token for `uid` with these claims. The emulator issues tokens of the same form. */
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
