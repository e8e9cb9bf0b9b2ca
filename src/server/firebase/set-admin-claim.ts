import type { Auth } from 'firebase-admin/auth';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { withTimeout } from '../outbound/timing.ts';
import { codeOf, createFirebaseAuth, type FirebaseSettings } from './firebase-auth.ts';

/** What a change came to. Whoever first signs up with an address has its account, confirmed or not. */
export type ClaimChange = 'changed' | 'no-account' | 'unconfirmed';

interface Wanted {
  readonly granted: boolean;
  /** Whether an account is granted whose address nobody confirmed. */
  readonly unconfirmedToo: boolean;
}

const change = async (auth: Auth, email: string, wanted: Wanted): Promise<ClaimChange> => {
  const { granted, unconfirmedToo } = wanted;
  const { uid, customClaims, emailVerified } = await auth.getUserByEmail(email);
  if (granted && !emailVerified && !unconfirmedToo) return 'unconfirmed';
  const { admin: _before, ...others } = customClaims ?? {};
  await auth.setCustomUserClaims(uid, granted ? { ...others, admin: true } : others);
  if (!granted) await auth.revokeRefreshTokens(uid);
  return 'changed';
};

/**
 * Gives the account with this email the admin claim, or takes it away and ends the account's sessions; other
 * claims stay. Throws `service-unavailable`.
 */
export const setAdminClaim = async (
  settings: FirebaseSettings,
  email: string,
  wanted: Wanted,
): Promise<ClaimChange> => {
  try {
    const auth = await createFirebaseAuth(settings)();
    return await withTimeout('identity', limits.timeoutMs.identity, () => change(auth, email, wanted));
  } catch (error) {
    if (/^auth\/(user-not-found|invalid-email)$/.test(codeOf(error))) return 'no-account';
    throw problem('service-unavailable', { cause: error });
  }
};
