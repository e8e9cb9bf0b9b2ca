import { runErrand } from './side-errand.ts';

/** The state of a visitor as the header shows it. Only Firebase's storage has the user's identity. */
export type SessionState = 'in' | 'admin';

export const sessionKey = 'session';

/** Returns the session that this browser stores, or null. */
export function storedSession(): SessionState | null {
  const { session } = document.documentElement.dataset;
  return session === 'in' || session === 'admin' ? session : null;
}

/** Stores that a user is signed in. The headers of all open pages follow. */
export function rememberSession(session: SessionState): void {
  document.documentElement.dataset.session = session;
  markLoggedOut(false);
  runErrand(() => {
    localStorage.setItem(sessionKey, session);
  });
}

/** Key in the tab's storage for the draft that /signup passes to /affiliate-application. */
export const signupDraftKey = 'affiliate-application';

/** Removes the stored session and the tab's sign-up draft. The headers of all open pages follow. */
export function forgetSession(): void {
  delete document.documentElement.dataset.session;
  runErrand(() => {
    localStorage.removeItem(sessionKey);
  });
  runErrand(() => {
    sessionStorage.removeItem(signupDraftKey);
  });
}

/** True if this browser allows storage. Without storage nobody stays signed in on the next page. */
export function isStorageAllowed(): boolean {
  return runErrand(() => localStorage.length) !== undefined;
}

const loggedOutKey = 'logged-out';

/** Tells the other tabs that the user logs out, so that they do not report an ended session. False removes the mark. */
export function markLoggedOut(loggedOut: boolean): void {
  runErrand(() => {
    if (loggedOut) localStorage.setItem(loggedOutKey, '');
    else localStorage.removeItem(loggedOutKey);
  });
}

/** True if the last session of this browser ended with a logout. */
export function hasLoggedOut(): boolean {
  return typeof runErrand(() => localStorage.getItem(loggedOutKey)) === 'string';
}
