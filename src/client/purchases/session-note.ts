import { sessionMinutes } from '../../shared/purchase-sessions.ts';

/** Key of the time at which a session began, in milliseconds. Scripts cannot read the session's cookie. */
export const noteKey = 'purchases-session';

/** Notes that a session has begun, so that the page loads the purchases again after a reload, and in other tabs. */
export function noteSession(): void {
  try {
    localStorage.setItem(noteKey, String(Date.now()));
  } catch {
    // Without storage the page asks the server each time.
  }
}

/** Removes the note after the end of the session. The page in other tabs follows. */
export function forgetNote(): void {
  try {
    localStorage.removeItem(noteKey);
  } catch {
    // Without storage there is no note.
  }
}

/** True if this browser may have a session, and the server should be asked. A first visit makes no call. */
export function mayHaveSession(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(noteKey)) < sessionMinutes * 60_000;
  } catch {
    return true;
  }
}
