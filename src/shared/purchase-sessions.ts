/** A mailed link to one's purchases can be used for this many minutes. The mail and the page state it. */
export const linkMinutes = 15;

/** Somebody who has used a link sees their purchases for this many minutes. */
export const sessionMinutes = 60;

/** The name of the session's cookie. By HTTPS it has the prefix `__Host-`. */
export const sessionCookieName = 'purchases_session';
