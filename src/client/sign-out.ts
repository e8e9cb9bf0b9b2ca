import { config } from './config.ts';
import { forgetSession } from './session.ts';

/**
 * Signs out at the identity provider's client and forgets the session; without authentication there is the
 * latter only. Throws what stopped it, and the visitor then still is signed in.
 */
export const signOut = async (): Promise<void> => {
  if (config.identity) {
    const { auth } = await import('./identity.ts');
    await auth?.signOut();
  }
  forgetSession();
};
