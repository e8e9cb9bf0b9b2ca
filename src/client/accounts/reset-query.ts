import { oneTimeCodesInLink } from '../../shared/link-tokens.ts';
import { runErrand } from '../side-errand.ts';

/** The query parameters with a reset token: in our own links, and in Firebase's. */
const tokenParameters = ['token', 'oobCode'];

/** Key of the query in the history's state, which survives a reload and is never sent. */
const stateKey = 'resetQuery';

/**
 * Moves a query with a reset token from the address bar into the history's state. Must run before the page requests anything:
 * browsers send the address when a page's own style requests a font, with any referrer policy.
 */
export function hideToken(): void {
  const query = parseQuery(location.search);
  if (tokenParameters.some((name) => query.get(name)))
    runErrand(() => {
      history.replaceState({ [stateKey]: location.search }, '', location.pathname);
    });
}

/** Parses a query. Mail programs turn `&oobCode=` into `&amp;oobCode=`. */
function parseQuery(text: string): URLSearchParams {
  return new URLSearchParams(
    [...new URLSearchParams(text)].map(([name, value]) => [name.replace(/^.*;/, ''), value]),
  );
}

function readQuery(): URLSearchParams {
  const state: unknown = history.state;
  const hiddenQuery = typeof state === 'object' && state && stateKey in state ? String(state[stateKey]) : '';
  return parseQuery(hiddenQuery || location.search);
}

/** Returns the tokens that the page was opened with, also after a reload, most likely first. See `oneTimeCodesInLink`. */
export function readTokens(): readonly string[] {
  const query = readQuery();
  return oneTimeCodesInLink(tokenParameters.map((name) => query.get(name)).find(Boolean) ?? '');
}

/** Removes a used token, so that a reload does not try it again. */
export function removeToken(): void {
  runErrand(() => {
    history.replaceState(null, '', location.pathname);
  });
}

/** Returns the address of the page that sets a new password with this token. */
export function newPasswordPath(token: string): string {
  return `/set-new-password?${new URLSearchParams({ token }).toString()}`;
}

/** The modes of Firebase's email links, without the mode that resets a password. */
const emailLinkModes = ['verifyEmail', 'recoverEmail', 'verifyAndChangeEmail'] as const;

export type EmailLinkMode = (typeof emailLinkModes)[number];

/** Returns the mode of the link that opened the page, or null for a link that resets a password. */
export function emailLinkMode(): EmailLinkMode | null {
  const [mode] = oneTimeCodesInLink(readQuery().get('mode') ?? '');
  return emailLinkModes.find((known) => known === mode) ?? null;
}
