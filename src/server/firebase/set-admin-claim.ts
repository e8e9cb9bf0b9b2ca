import type { Auth } from 'firebase-admin/auth';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { withTimeout } from '../outbound/timing.ts';
import { createFirebaseAuth, type FirebaseSettings, isMissingAccount } from './firebase-auth.ts';

/** The result of a change. `unconfirmed`: the claim is not granted, because the email of the account is not confirmed. */
export type ClaimChange = 'changed' | 'no-account' | 'unconfirmed';

interface AdminClaim {
  readonly granted: boolean;
  /** True to grant the claim to an account with an unconfirmed email, which can be anybody's. */
  readonly allowUnconfirmedEmail: boolean;
}

/**
 * Grants the admin claim to the account with this email, or revokes the claim and ends all sessions of the account. Other
 * claims stay. Throws `service-unavailable`.
 */
export async function setAdminClaim(
  settings: FirebaseSettings,
  email: string,
  claim: AdminClaim,
): Promise<ClaimChange> {
  try {
    const auth = await createFirebaseAuth(settings)();
    return await withTimeout('identity', limits.timeoutMs.identity, () => changeClaim(auth, email, claim));
  } catch (error) {
    if (isMissingAccount(error)) return 'no-account';
    throw problem('service-unavailable', { cause: error });
  }
}

async function changeClaim(
  auth: Auth,
  email: string,
  { granted, allowUnconfirmedEmail }: AdminClaim,
): Promise<ClaimChange> {
  const { uid, customClaims, emailVerified } = await auth.getUserByEmail(email);
  if (granted && !emailVerified && !allowUnconfirmedEmail) return 'unconfirmed';
  const { admin: _admin, ...otherClaims } = customClaims ?? {};
  await auth.setCustomUserClaims(uid, granted ? { ...otherClaims, admin: true } : otherClaims);
  if (!granted) await auth.revokeRefreshTokens(uid);
  return 'changed';
}
