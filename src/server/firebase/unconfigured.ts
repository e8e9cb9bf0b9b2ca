import { problem } from '../../shared/problems.ts';
import type { Identity } from './identity.ts';

const refuse = (): Promise<never> => Promise.reject(problem('auth-not-configured'));

/** Where authentication is not configured every call that needs an identity is refused: it fails closed. */
export const unconfiguredIdentity: Identity = {
  assertConfigured: () => {
    throw problem('auth-not-configured');
  },
  verifyToken: refuse,
  findConfirmedAccount: () => Promise.resolve(null),
  checkResetCode: refuse,
  resetPassword: refuse,
};
