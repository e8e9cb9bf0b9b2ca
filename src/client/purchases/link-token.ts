/** Key of the token in the history's state, which survives a reload and is never sent. */
const stateKey = 'purchasesToken';

/** Matches the fragment of a mailed link: an id and its signature. The fragment of the skip link has no dot. */
const tokenFragment = /^#([\w-]+\.[\w-]+)$/;

/** Moves the token of a mailed link from the address bar into the history's state. Returns true if the address had one. */
export function hideToken(): boolean {
  const token = tokenFragment.exec(location.hash)?.[1];
  if (token === undefined) return false;
  history.replaceState({ [stateKey]: token }, '', location.pathname + location.search);
  return true;
}

/** Returns the token with which the page was opened, also after a reload, or null. */
export function readToken(): string | null {
  const state: unknown = history.state;
  return typeof state === 'object' && state && stateKey in state ? String(state[stateKey]) : null;
}

/** Removes a token that was used, so that a reload does not offer it again. */
export function removeToken(): void {
  if (readToken() !== null) history.replaceState(null, '', location.pathname + location.search);
}
