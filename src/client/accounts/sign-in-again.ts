import { loadChunk } from '../load-chunk.ts';
import { signOut } from '../sign-out.ts';
import { loginPath, markSessionEnded } from './navigation.ts';
import { recordSignIn } from './record-sign-in.ts';

/**
 * Signs in with the typed password to the account of this screen, after its session has ended. If that fails, or if the account has a
 * second factor, leads to /login and back to this screen. Returns true if the user is signed in.
 */
export async function signInAgain(email: string, password: string): Promise<boolean> {
  try {
    const { signInWith } = await loadChunk(import('../identity.ts'));
    await recordSignIn(await signInWith(email, password));
    return true;
  } catch (error) {
    console.warn('sign in again', error);
    await signOut();
    markSessionEnded();
    location.replace(loginPath(location));
    return false;
  }
}
