import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { withTiming, withTimeout } from '../../frame/outbound/timing.ts';
import { createAccountChanges } from './account-changes.ts';
import { createFirebaseAuth, type FirebaseSettings, isMissingAccount } from './firebase-auth.ts';
import type { Identity } from '../../frame/context/identity.ts';
import { createResetCodes } from './reset-codes.ts';
import { createRestApi } from './rest-api.ts';
import { createVerifier } from './verify-token.ts';

/** Firebase Authentication. The first call that needs firebase-admin loads it; calls about reset codes do not. */
export function createFirebaseIdentity(settings: FirebaseSettings): Identity {
  const openAuth = createFirebaseAuth(settings);
  const callRest = createRestApi(settings);
  return {
    assertConfigured: () => undefined,
    verifyToken: createVerifier(openAuth),
    findConfirmedAccount: createAccountFinder(openAuth),
    ...createResetCodes(callRest),
    changes: createAccountChanges(openAuth, callRest),
  };
}

function createAccountFinder(
  openAuth: ReturnType<typeof createFirebaseAuth>,
): Identity['findConfirmedAccount'] {
  const find = async (email: string) => {
    const { uid, emailVerified } = await (await openAuth()).getUserByEmail(email);
    return emailVerified ? uid : null;
  };
  return async (email) => {
    try {
      return await withTiming(
        'identity',
        () => withTimeout('identity', limits.timeoutMs.identity, () => find(email)),
        (error) => !isMissingAccount(error),
      );
    } catch (error) {
      if (isMissingAccount(error)) return null;
      throw problem('service-unavailable', { cause: error });
    }
  };
}
