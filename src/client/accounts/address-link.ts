import { type ApiAnswer, callApi } from '../api.ts';

/** A link in a mail about a changed address. */
export interface AddressLink {
  readonly action: 'confirm' | 'undo';
  readonly token: string;
}

const stateKey = 'addressLink';

/** Matches the fragment of a mailed link: `#confirm=` and an id with its signature. */
const fragment = /^#(confirm|undo)=([\w-]+\.[\w-]+)$/;

/** Reads the link that the page was opened with, also after a reload, and hides its token. Null for any other address. */
export function takeAddressLink(): AddressLink | null {
  if (fragment.test(location.hash))
    history.replaceState({ [stateKey]: location.hash }, '', location.pathname);
  const state: unknown = history.state;
  const hash = typeof state === 'object' && state && stateKey in state ? String(state[stateKey]) : '';
  const [, action, token = ''] = fragment.exec(hash) ?? [];
  return action === 'confirm' || action === 'undo' ? { action, token } : null;
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
