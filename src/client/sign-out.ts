import { config } from './config.ts';
import { loadChunk } from './load-chunk.ts';
import { forgetSession, markLoggedOut, storedSession } from './session.ts';

/**
 * Signs out of Firebase in this browser and forgets the session. If Firebase fails, the user stays signed in and
 * the promise rejects.
 */
export async function signOut(): Promise<void> {
  const { dataset } = document.documentElement;
  dataset.signingOut = '';
  markLoggedOut(true);
  try {
    if (config.identity) {
      const { signOutLocally } = await loadChunk(import('./identity.ts'));
      await signOutLocally();
    }
    forgetSession();
    // The back/forward cache would show this page as it was during the sign-out.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  } catch (error) {
    delete dataset.signingOut;
    markLoggedOut(false);
    throw error;
  }
}

/** Signs out a user whose session the server has ended. A failure leaves only a token that the API refuses. */
export async function dropEndedSession(): Promise<void> {
  if (!storedSession()) return;
  await signOut().catch((error: unknown) => {
    console.warn('sign out', error);
  });
}

/** True while the user signs out on this page, which then leads to the home page and not to /login. */
export function isSigningOut(): boolean {
  return document.documentElement.dataset.signingOut !== undefined;
}
