import type { Auth, UserRecord } from 'firebase-admin/auth';
import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { codeOf, createFirebaseAuth, type FirebaseSettings } from './firebase-auth.ts';
import type { IdentityUser } from './identity.ts';

const jsonObject = z.record(z.string(), z.unknown());

const holdsObject = (part: string): boolean => {
  try {
    return jsonObject.safeParse(JSON.parse(Buffer.from(part, 'base64url').toString())).success;
  } catch {
    return false;
  }
};

/** Whether header and claims are JSON objects; the provider's library breaks at anything else. */
const isToken = (token: string): boolean => token.split('.').slice(0, 2).every(holdsObject);

/** How far the provider's clock may be ahead of this one, in seconds. */
const clockSkew = 60;

const moments = z.object({ exp: z.number(), iat: z.number(), auth_time: z.number() });

/** Whether a token says when it was issued, and not in the future; the library holds its end alone. */
const isIssued = (claims: unknown): boolean => {
  const found = moments.safeParse(claims);
  const latest = Date.now() / 1_000 + clockSkew;
  return found.success && found.data.iat <= latest && found.data.auth_time <= latest;
};

const isRevoked = ({ disabled, tokensValidAfterTime }: UserRecord, authTime: number): boolean =>
  disabled || (tokensValidAfterTime !== undefined && !(authTime * 1_000 >= Date.parse(tokensValidAfterTime)));

/** The library gives a token's own faults and the provider's silence one code; only the former name the token. */
const isRefusal = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === 'auth/argument-error') return error instanceof Error && error.message.includes('ID token');
  return /^auth\/(id-token-\w+|invalid-id-token|user-not-found|user-disabled)$/.test(code);
};

/**
 * An account's address in the letters that addresses have here, else null: of others, such as the Kelvin sign, lower case makes
 * ASCII's, and so somebody else's address.
 */
const plainAddress = (email = ''): string | null => (/^[!-~]+$/.test(email) ? email : null);

const verify = async (auth: Auth, token: string): Promise<IdentityUser | null> => {
  const claims = await auth.verifyIdToken(token);
  if (!isIssued(claims)) return null;
  const record = await auth.getUser(claims.uid);
  if (isRevoked(record, claims.auth_time)) return null;
  return {
    uid: claims.uid,
    email: plainAddress(claims.email),
    // A token says for up to an hour that an address is not confirmed after it was.
    emailVerified: claims.email_verified === true || (record.emailVerified && record.email === claims.email),
    admin: claims.admin === true && record.customClaims?.admin === true,
  };
};

/**
 * Gives the user behind an ID token, as `Identity.verifyToken` promises: its signature by the provider's keys, its
 * issuer, audience and times, and the user's record. Throws `service-unavailable`.
 */
export const createVerifier = (
  settings: FirebaseSettings,
): ((token: string) => Promise<IdentityUser | null>) => {
  const openAuth = createFirebaseAuth(settings);
  return async (token) => {
    if (!isToken(token)) return null;
    try {
      return await withTiming(
        'identity',
        () => withTimeout('identity', limits.timeoutMs.identity, async () => verify(await openAuth(), token)),
        (error) => !isRefusal(error),
      );
    } catch (error) {
      if (isRefusal(error)) return null;
      throw problem('service-unavailable', { cause: error });
    }
  };
};
