import type { Auth, UpdateRequest, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { withTiming, withTimeout } from '../../frame/outbound/timing.ts';
import type { AccountChanges, AccountState } from '../../frame/context/identity.ts';
import { firebaseErrorCode } from './firebase-auth.ts';
import { type RestApi, unexpectedAnswer } from './rest-api.ts';

export function createAccountChanges(openAuth: () => Promise<Auth>, callRest: RestApi): AccountChanges {
  /** Runs a call of firebase-admin. `expected` are error codes that `call` itself handles. */
  const run = async <T>(call: (auth: Auth) => Promise<T>, expected: RegExp): Promise<T> => {
    const isOutage = (error: unknown) => !expected.test(firebaseErrorCode(error));
    try {
      return await withTiming(
        'identity',
        () => withTimeout('identity', limits.timeoutMs.identity, async () => call(await openAuth())),
        isOutage,
      );
    } catch (error) {
      throw isOutage(error) ? problem('service-unavailable', { cause: error }) : error;
    }
  };
  /** Firebase ends all sessions of an account whose password or email changes. */
  const update = (uid: string, change: UpdateRequest, expected: RegExp) =>
    run((auth) => auth.updateUser(uid, change), expected);

  return {
    checkPassword: (email, password) => checkPassword(callRest, email, password),
    findAccount: (uid) =>
      run(async (auth) => accountState(await auth.getUser(uid)), missing).catch(unlessCode(missing, null)),
    hasSecondFactor: (uid) =>
      run(
        async (auth) => ((await auth.getUser(uid)).multiFactor?.enrolledFactors ?? []).length > 0,
        missing,
      ).catch(unlessCode(missing, false)),
    async setPassword(uid, password) {
      try {
        await update(uid, { password }, weakPassword);
      } catch (error) {
        throw weakPassword.test(firebaseErrorCode(error))
          ? problem('password-refused', { cause: error })
          : error;
      }
    },
    setEmail: (uid, email, isConfirmed, password) =>
      update(
        uid,
        { email, emailVerified: isConfirmed, ...(password !== undefined && { password }) },
        taken,
      ).then(() => true, unlessCode(taken, false)),
    createAccount: (uid, email, password) =>
      run((auth) => auth.createUser({ uid, email, password, emailVerified: true }), taken).then(
        () => true,
        unlessCode(taken, false),
      ),
    deleteUnconfirmedAccount: (email, except) =>
      run(async (auth) => {
        const { uid, emailVerified } = await auth.getUserByEmail(email);
        if (!emailVerified && uid !== except) await auth.deleteUser(uid);
      }, missing).catch(unlessCode(missing, undefined)),
    removeSecondFactors: async (uid) => {
      await update(uid, { multiFactor: { enrolledFactors: null } }, missing).catch(
        unlessCode(missing, undefined),
      );
    },
    endSessions: (uid) =>
      run((auth) => auth.revokeRefreshTokens(uid), missing).catch(unlessCode(missing, undefined)),
    deleteAccount: (uid) =>
      run((auth) => auth.deleteUser(uid), missing).catch(unlessCode(missing, undefined)),
  };
}

function accountState(account: UserRecord): AccountState | null {
  const { email, emailVerified, disabled: isDisabled, tokensValidAfterTime } = account;
  if (email === undefined) return null;
  return { email, emailVerified, isDisabled, sessionsValidFrom: new Date(tokensValidAfterTime ?? 0) };
}

const signInMethod = 'accounts:signInWithPassword';
const signInShape = z.object({ localId: z.string() });

/** An account with a second factor gets a pending credential instead of a token. That proves the password as well. */
async function checkPassword(callRest: RestApi, email: string, password: string): Promise<string | null> {
  const answer = await callRest(signInMethod, { email, password, returnSecureToken: true });
  if (answer.status === 200) return signInShape.parse(answer.body).localId;
  if (wrongPassword.test(answer.code)) return null;
  throw unexpectedAnswer(signInMethod, answer);
}

/** Returns a handler of a rejection that returns `value` for some codes of firebase-admin, and throws any other error. */
function unlessCode<T>(codes: RegExp, value: T): (error: unknown) => T {
  return (error) => {
    if (codes.test(firebaseErrorCode(error))) return value;
    throw error;
  };
}

const missing = /^auth\/user-not-found$/;
const taken = /^auth\/(email|uid)-already-exists$/;
const weakPassword = /^auth\/(invalid-password|weak-password|password-does-not-meet-requirements)$/;
const wrongPassword =
  /^(INVALID_LOGIN_CREDENTIALS|INVALID_PASSWORD|EMAIL_NOT_FOUND|USER_DISABLED|INVALID_EMAIL|MISSING_PASSWORD)$/;
