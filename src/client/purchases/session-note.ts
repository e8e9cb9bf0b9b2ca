import { sessionMinutes } from '../../shared/purchase-sessions.ts';
import { runErrand } from '../side-errand.ts';

/** Key of the time at which a session began, in milliseconds. Scripts cannot read the session's cookie. */
export const noteKey = 'purchases-session';

/** Notes that a session has begun, so that the page loads the purchases again after a reload, and in other tabs. */
export function noteSession(): void {
  runErrand(() => {
    localStorage.setItem(noteKey, String(Date.now()));
  });
}

/** Removes the note after the end of the session. The page in other tabs follows. */
export function forgetNote(): void {
  runErrand(() => {
    localStorage.removeItem(noteKey);
  });
}

/**
 * True if this browser may have a session, and the server should be asked. A first visit makes no call. Without storage the
 * server is asked each time.
 */
export function mayHaveSession(): boolean {
  const since = runErrand(() => Number(localStorage.getItem(noteKey))) ?? Date.now();
  return Date.now() - since < sessionMinutes * 60_000;
}
