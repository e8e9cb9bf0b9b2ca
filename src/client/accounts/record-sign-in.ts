import type { User } from 'firebase/auth';
import { callAs } from '../api.ts';

/** Key in this browser's storage for the time of the last recorded sign-in. It stays after a logout, and names nobody. */
const storageKey = 'last-sign-in';

/**
 * Records the sign-in of a user's token, once, for the list of sessions. It replaces the former sign-in in this browser, which has
 * dropped that session. A failure is tried again on the next screen.
 */
export async function recordSignIn(user: User): Promise<void> {
  try {
    const { authTime, token } = await user.getIdTokenResult();
    const signedInAt = new Date(authTime).toISOString();
    const former = localStorage.getItem(storageKey);
    if (former === signedInAt) return;
    const { ok } = await callAs({ token }, 'POST /api/account/sessions', { body: { replaces: former } });
    if (ok) localStorage.setItem(storageKey, signedInAt);
  } catch (error) {
    // Without storage nobody stays signed in, and without a token there is no session.
    console.warn('sign-in not recorded', error);
  }
}
