import { tokenInLink } from '../../shared/link-tokens.ts';
import { runErrand } from '../side-errand.ts';

/** Key of the token in the history's state, which survives a reload and is never sent. */
const stateKey = 'purchasesToken';

/** Matches fragments that our mails never have: a text to scroll to, and parameters of other services. */
const foreignFragment = /^#(:~:|\w+=)/;

/**
 * Moves the token of a mailed link from the address bar into the history's state. Returns whether the link is complete, or null if
 * the address is no mailed link. If the history cannot be changed, the token stays in the address until it is used.
 */
export function hideToken(): 'complete' | 'damaged' | null {
  const { hash, pathname, search } = location;
  const token = tokenInLink(hash);
  if (token === null && isPlaceInPage(hash)) return null;
  runErrand(() => {
    history.replaceState(token === null ? null : { [stateKey]: token }, '', pathname + search);
  });
  return token === null ? 'damaged' : 'complete';
}

function isPlaceInPage(hash: string): boolean {
  return hash.length < 2 || foreignFragment.test(hash) || document.getElementById(hash.slice(1)) !== null;
}

/** Returns the token with which the page was opened, also after a reload, or null. */
export function readToken(): string | null {
  const state: unknown = history.state;
  const stored = typeof state === 'object' && state && stateKey in state ? String(state[stateKey]) : null;
  return stored ?? tokenInLink(location.hash);
}

/** Removes a token that was used, so that a reload does not offer it again. */
export function removeToken(): void {
  if (readToken() === null) return;
  runErrand(() => {
    history.replaceState(null, '', location.pathname + location.search);
  });
  if (location.hash) location.hash = '';
}
