/** The state of a visitor as the bar shows it; who they are stands in the identity provider's storage alone. */
export type Session = 'in' | 'admin';

/** Where the browser stores the state. */
export const sessionKey = 'session';

/** What this browser remembers; null for nobody. */
export const knownSession = (): Session | null => {
  const { session } = document.documentElement.dataset;
  return session === 'in' || session === 'admin' ? session : null;
};

/** Whether this browser lets the site keep anything: without that nobody stays signed in from one page to the next. */
export const canRemember = (): boolean => {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
};

const leftKey = 'logged-out';

/** Notes for the other tabs that somebody logs out, or is still there after all: their session has not just ended. */
export const noteLogout = (left: boolean): void => {
  try {
    if (left) localStorage.setItem(leftKey, '');
    else localStorage.removeItem(leftKey);
  } catch {
    // Without storage no other tab has a session.
  }
};

/** Whether the last session of this browser ended with a logout. */
export const hasLoggedOut = (): boolean => {
  try {
    return localStorage.getItem(leftKey) !== null;
  } catch {
    return false;
  }
};

/** Remembers that somebody is signed in; every open page's bar follows. */
export const rememberSession = (session: Session): void => {
  document.documentElement.dataset.session = session;
  noteLogout(false);
  try {
    localStorage.setItem(sessionKey, session);
  } catch {
    // Without storage this page alone knows it.
  }
};

/** What /signup leaves for /affiliate-application in the tab's storage. */
export const handoverKey = 'affiliate-application';

/** Forgets the session, and what sign-up left in this tab: every open page's bar is a signed-out visitor's. */
export const forgetSession = (): void => {
  delete document.documentElement.dataset.session;
  try {
    localStorage.removeItem(sessionKey);
    sessionStorage.removeItem(handoverKey);
  } catch {
    // Without storage nothing was kept.
  }
};
