import * as z from 'zod/mini';
import { callApi, postJson } from '../api.ts';

/** What the reset pages' addresses carry the token in: our own links, and the provider's. */
const parameters = ['token', 'oobCode'];

declare global {
  interface Window {
    /** The query that held a token, until it is taken. */
    resetQuery?: string;
  }
}

/**
 * Takes a query with a token out of the address bar before anything else of the page is asked for: browsers
 * send the address along when a page's own style asks for a font, whatever the referrer policy says.
 */
export const hideTokenScript = `{let q=location.search;/[?&](${parameters.join('|')})=/.test(q)&&(resetQuery=q,history.replaceState(history.state,'',location.pathname))}`;

/** The token that the page was opened with; null without one. Nothing of the link stays in the address bar. */
export const takeToken = (): string | null => {
  const query = new URLSearchParams(window.resetQuery ?? location.search);
  const token = parameters.map((name) => query.get(name)).find(Boolean) ?? null;
  delete window.resetQuery;
  if (location.search) history.replaceState(history.state, '', location.pathname);
  return token;
};

/** The page that sets a new password with this token. */
export const newPasswordPath = (token: string): string =>
  `/set-new-password?${new URLSearchParams({ token }).toString()}`;

const validity = z.object({
  valid: z.boolean(),
  email: z.nullish(z.string()),
  error: z.nullish(z.string()),
});

/** What the server says of a token; `failed` when it could not say anything. */
export type TokenState =
  | { readonly kind: 'valid'; readonly email: string }
  | { readonly kind: 'invalid'; readonly error: string | undefined }
  | { readonly kind: 'failed' };

/** Asks the server whether a token is good, and whose account it is for. */
export const validateToken = async (token: string): Promise<TokenState> => {
  const path = `/api/auth/validate-reset-token/${encodeURIComponent(token)}`;
  const answer = await callApi('GET', path);
  const { data } = validity.safeParse(answer.data);
  if (!answer.ok || !data) return { kind: 'failed' };
  if (data.valid && data.email) return { kind: 'valid', email: data.email };
  return { kind: 'invalid', error: data.error ?? undefined };
};

const result = z.object({ success: z.boolean() });

/** Sets the new password. The text of what was wrong, the empty text where the server had none, else null. */
export const resetPassword = async (token: string, newPassword: string): Promise<string | null> => {
  const answer = await postJson('/api/auth/reset-password', { token, newPassword });
  return answer.ok && result.safeParse(answer.data).data?.success ? null : (answer.error ?? '');
};
