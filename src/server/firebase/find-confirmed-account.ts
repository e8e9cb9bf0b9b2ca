import type { Auth } from 'firebase-admin/auth';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { withTiming, withTimeout } from '../outbound/timing.ts';
import { codeOf, createFirebaseAuth, type FirebaseSettings } from './firebase-auth.ts';

const isMissing = (error: unknown): boolean => /^auth\/(user-not-found|invalid-email)$/.test(codeOf(error));

/** Finds an account as `Identity.findConfirmedAccount` promises. Throws `service-unavailable`. */
export function createAccountFinder(settings: FirebaseSettings): (email: string) => Promise<string | null> {
  const openAuth = createFirebaseAuth(settings);
  const find = async (auth: Auth, email: string) => {
    const { uid, emailVerified } = await auth.getUserByEmail(email);
    return emailVerified ? uid : null;
  };
  return async (email) => {
    try {
      return await withTiming(
        'identity',
        () => withTimeout('identity', limits.timeoutMs.identity, async () => find(await openAuth(), email)),
        (error) => !isMissing(error),
      );
    } catch (error) {
      if (isMissing(error)) return null;
      throw problem('service-unavailable', { cause: error });
    }
  };
}
