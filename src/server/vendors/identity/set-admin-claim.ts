import type { Auth } from 'firebase-admin/auth';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { inTime } from '../../outside/ask.ts';
import { codeOf, createFirebaseAuth, type FirebaseSettings } from './firebase-auth.ts';

const change = async (auth: Auth, email: string, granted: boolean): Promise<void> => {
  const { uid, customClaims } = await auth.getUserByEmail(email);
  const { admin: _before, ...others } = customClaims ?? {};
  await auth.setCustomUserClaims(uid, granted ? { ...others, admin: true } : others);
  if (!granted) await auth.revokeRefreshTokens(uid);
};

/**
 * Gives the account with this email the admin claim, or takes it away and ends the account's sessions; other
 * claims stay. False where there is no such account. Throws `service-unavailable`.
 */
export const setAdminClaim = async (
  settings: FirebaseSettings,
  email: string,
  granted: boolean,
): Promise<boolean> => {
  try {
    const auth = await createFirebaseAuth(settings)();
    await inTime('identity', limits.outsideMs.identity, () => change(auth, email, granted));
    return true;
  } catch (error) {
    if (/^auth\/(user-not-found|invalid-email)$/.test(codeOf(error))) return false;
    throw problem('service-unavailable', { cause: error });
  }
};
