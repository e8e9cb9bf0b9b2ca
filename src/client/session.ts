/** The state of a visitor as the header shows it. Only Firebase's storage has the user's identity. */
export type Session = 'in' | 'admin';

export const sessionKey = 'session';

/** Returns the session that this browser stores, or null. */
export function storedSession(): Session | null {
  const { session } = document.documentElement.dataset;
  return session === 'in' || session === 'admin' ? session : null;
}

/** Stores that a user is signed in. The headers of all open pages follow. */
export function rememberSession(session: Session): void {
  document.documentElement.dataset.session = session;
  markLoggedOut(false);
  try {
    localStorage.setItem(sessionKey, session);
  } catch {
    // Without storage only this page shows the session.
  }
}

/** Key in the tab's storage for the draft that /signup passes to /affiliate-application. */
export const signupDraftKey = 'affiliate-application';

/** Removes the stored session and the tab's sign-up draft. The headers of all open pages follow. */
export function forgetSession(): void {
  delete document.documentElement.dataset.session;
  try {
    localStorage.removeItem(sessionKey);
    sessionStorage.removeItem(signupDraftKey);
  } catch {
    // Without storage nothing was stored.
  }
}

/** True if this browser allows storage. Without storage nobody stays signed in on the next page. */
export function isStorageAllowed(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

const loggedOutKey = 'logged-out';

/** Tells the other tabs that the user logs out, so that they do not report an ended session. False removes the mark. */
export function markLoggedOut(loggedOut: boolean): void {
  try {
    if (loggedOut) localStorage.setItem(loggedOutKey, '');
    else localStorage.removeItem(loggedOutKey);
  } catch {
    // Without storage no other tab has a session.
  }
}

/** True if the last session of this browser ended with a logout. */
export function hasLoggedOut(): boolean {
  try {
    return localStorage.getItem(loggedOutKey) !== null;
  } catch {
    return false;
  }
}
