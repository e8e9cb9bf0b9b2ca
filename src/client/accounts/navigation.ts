import { runErrand } from '../side-errand.ts';

/** The query parameter of /login with the path that the user returns to. */
const returnParameter = 'next';

/** The page after a login without a return path. */
export const memberHome = '/affiliate-dashboard';

/** Returns the address of /login that leads back to `here` (path, query and hash). */
export function loginPath(here: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const target = here.pathname + here.search + here.hash;
  return `/login?${new URLSearchParams({ [returnParameter]: target }).toString()}`;
}

/**
 * Returns the path that the query of /login leads to. The path is always on this site and never /login itself. Returns the
 * dashboard for any other target.
 */
export function returnPath(search: string, origin: string): string {
  const path = new URLSearchParams(search).get(returnParameter) ?? '';
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return memberHome;
  const target = new URL(path, origin);
  // Browsers would read the remaining path of `/.//elsewhere` as another site's address.
  const isForeign = target.origin !== origin || target.pathname.startsWith('//');
  if (isForeign || /^\/login(\/|$)/.test(target.pathname)) return memberHome;
  return target.pathname + target.search + target.hash;
}

/**
 * Replaces the query of the page's address, so that a reload or a login comes back to the same state. Safari throws after 100
 * changes in 30 seconds.
 */
export function replaceQuery(query: URLSearchParams): void {
  const text = query.toString();
  const address = location.pathname + (text && `?${text}`) + location.hash;
  runErrand(() => {
    history.replaceState(history.state, '', address);
  });
}

interface ListedAffiliate {
  readonly code: string;
  /** Null for a closed record. The list shows closed records only with the filter 'Closed'. */
  readonly email: string | null;
}

/** Returns the address of the affiliate list that shows a record. */
export function affiliatePath({ code, email }: ListedAffiliate): string {
  return `/affiliate-admin?${new URLSearchParams({ q: code, ...(email === null && { state: 'closed' }) }).toString()}`;
}

/** Returns the address of the audit log that shows a record's changes. */
export function auditPath(id: string): string {
  return `/audit-log?${new URLSearchParams({ q: id }).toString()}`;
}

const typedEmailKey = 'typed-email';

/** Keeps a typed email in this tab for the next account screen. It does not belong in an address. */
export function keepTypedEmail(email: string): void {
  runErrand(() => {
    sessionStorage.setItem(typedEmailKey, email);
  });
}

/** Removes the kept email and returns it, or returns an empty text. */
export function takeTypedEmail(): string {
  const email = runErrand(() => sessionStorage.getItem(typedEmailKey)) ?? '';
  runErrand(() => {
    sessionStorage.removeItem(typedEmailKey);
  });
  return email;
}

const sessionEndedKey = 'session-ended';

/** Notes in this tab that the session has ended, for the message on /login. */
export function markSessionEnded(): void {
  runErrand(() => {
    sessionStorage.setItem(sessionEndedKey, '');
  });
}

/** Removes the note and returns true if there was one. */
export function takeSessionEndedMark(): boolean {
  const mark = runErrand(() => sessionStorage.getItem(sessionEndedKey));
  runErrand(() => {
    sessionStorage.removeItem(sessionEndedKey);
  });
  return typeof mark === 'string';
}
