import { tokenInLink } from '../../shared/link-tokens.ts';
import { type ApiAnswer, callApi } from '../api.ts';
import { runErrand } from '../side-errand.ts';

/** A link in a mail about a changed address. */
export interface AddressLink {
  readonly action: 'confirm' | 'undo';
  readonly token: string;
}

const stateKey = 'addressLink';

/**
 * Reads the link that the page was opened with, also after a reload, and hides its token. Null for any other address, and for an
 * incomplete link.
 */
export function takeAddressLink(): AddressLink | null {
  const { hash, pathname } = location;
  if (hash.length > 1 && !document.getElementById(hash.slice(1)))
    runErrand(() => {
      history.replaceState({ [stateKey]: hash }, '', pathname);
    });
  const state: unknown = history.state;
  return readLink(typeof state === 'object' && state && stateKey in state ? String(state[stateKey]) : hash);
}

/** Reads a fragment such as `#confirm=` and a token, with text that mail programs added to the link. */
function readLink(fragment: string): AddressLink | null {
  const token = tokenInLink(fragment);
  const [action] = /confirm|undo/.exec(fragment.toLowerCase()) ?? [];
  return token !== null && (action === 'confirm' || action === 'undo') ? { action, token } : null;
}

/** Uses the link. */
export function applyAddressLink({
  action,
  token,
}: AddressLink): Promise<ApiAnswer<{ readonly email: string }>> {
  return action === 'confirm'
    ? callApi('POST /api/account/address/confirm', { body: { token } })
    : callApi('POST /api/account/address/undo', { body: { token } });
}
