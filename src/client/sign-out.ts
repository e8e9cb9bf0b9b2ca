import { config } from './config.ts';
import { forgetSession, noteLogout } from './session.ts';
import { fetched } from './fetched.ts';

const page = (): DOMStringMap => document.documentElement.dataset;

/** Whether somebody signs out on this very page, which then leads home and not to /login. */
export const isSigningOut = (): boolean => page().signingOut !== undefined;

/**
 * Signs out at the identity provider's client and forgets the session; without authentication there is the
 * latter only. Throws what stopped it, and the visitor then still is signed in.
 */
export const signOut = async (): Promise<void> => {
  page().signingOut = '';
  noteLogout(true);
  try {
    if (config.identity) {
      const { signOutHere } = await fetched(import('./identity.ts'));
      await signOutHere();
    }
    forgetSession();
    // Somebody who comes back to this page finds it as it was, in the middle of leaving.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  } catch (error) {
    delete page().signingOut;
    noteLogout(false);
    throw error;
  }
};
