import type { Auth, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { problem } from '../../../shared/problems.ts';
import { lowerRole, roleOf } from '../../../shared/roles.ts';
import { withTiming, withTimeout } from '../../frame/outbound/timing.ts';
import { firebaseErrorCode } from './firebase-auth.ts';
import type { Identity, IdentityUser } from '../../frame/context/identity.ts';

/**
 * Returns a function that verifies ID tokens: signature, issuer, audience and times, and that the account still exists,
 * is enabled and did not revoke the token. See `Identity.verifyToken`.
 */
export function createVerifier(openAuth: () => Promise<Auth>): Identity['verifyToken'] {
  return async (token) => {
    if (!isToken(token)) return null;
    try {
      return await withTiming(
        'identity',
        () =>
          withTimeout('identity', limits.timeoutMs.identity, async () =>
            findTokenUser(await openAuth(), token),
          ),
        (error) => !isRefusal(error),
      );
    } catch (error) {
      if (isRefusal(error)) return null;
      throw problem('service-unavailable', { cause: error });
    }
  };
}

async function findTokenUser(auth: Auth, token: string): Promise<IdentityUser | null> {
  const claims = await auth.verifyIdToken(token);
  if (!isIssued(claims)) return null;
  const record = await auth.getUser(claims.uid);
  if (isRevoked(record, claims.auth_time)) return null;
  return {
    uid: claims.uid,
    email: plainAddress(claims.email),
    // A token is valid for an hour and does not show that its email was confirmed in the meantime.
    emailVerified: claims.email_verified === true || (record.emailVerified && record.email === claims.email),
    role: lowerRole(roleOf(claims), roleOf(record.customClaims)),
    hasFreshSignIn: Date.now() - claims.auth_time * 1_000 <= limits.freshSignInMs,
    hasSecondFactor: secondFactorSignIn.safeParse(claims).success,
    signedInAt: new Date(claims.auth_time * 1_000),
    sessionsValidFrom: new Date(record.tokensValidAfterTime ?? 0),
  };
}

/** True if the header and the claims of a token are JSON objects. firebase-admin crashes on anything else. */
function isToken(token: string): boolean {
  return token.split('.').slice(0, 2).every(holdsObject);
}

const jsonObject = z.record(z.string(), z.unknown());

function holdsObject(part: string): boolean {
  return jsonObject.safeParse(parseJson(Buffer.from(part, 'base64url').toString())).success;
}

/** Firebase's clock may be this many seconds ahead of the server's clock. */
const clockSkew = 60;

/** The claims of a sign-in with a second factor. */
const secondFactorSignIn = z.object({ firebase: z.object({ sign_in_second_factor: z.string() }) });

const moments = z.object({ exp: z.number(), iat: z.number(), auth_time: z.number() });

/** True for claims that were not issued in the future. firebase-admin checks only the end of a token. */
function isIssued(claims: unknown): boolean {
  const times = moments.safeParse(claims);
  const latest = Date.now() / 1_000 + clockSkew;
  return times.success && times.data.iat <= latest && times.data.auth_time <= latest;
}

function isRevoked({ disabled, tokensValidAfterTime }: UserRecord, authTime: number): boolean {
  return (
    disabled ||
    (tokensValidAfterTime !== undefined && !(authTime * 1_000 >= Date.parse(tokensValidAfterTime)))
  );
}

/**
 * True for an error about the token or its account. firebase-admin uses `auth/argument-error` both for an invalid token and
 * for keys that it could not fetch; only the former message mentions the token.
 */
function isRefusal(error: unknown): boolean {
  const code = firebaseErrorCode(error);
  if (code === 'auth/argument-error') return error instanceof Error && error.message.includes('ID token');
  return /^auth\/(id-token-\w+|invalid-id-token|user-not-found|user-disabled)$/.test(code);
}

/**
 * Returns an email of plain ASCII, null for any other. Lowercase turns other letters, such as the Kelvin sign, into ASCII and
 * so into somebody else's email.
 */
function plainAddress(email = ''): string | null {
  return /^[!-~]+$/.test(email) ? email : null;
}
