import { type AnswerOf, type ApiAnswer, callApi } from '../../client/api.ts';
import { errorMessage } from '../../client/api-error.ts';

/** A profile as everybody may see it; dates are ISO 8601 UTC. */
export type PublicProfile = AnswerOf<'GET /api/user-profiles/user/:userId'>;

/** What became of looking for a profile. `detail`: why it failed. */
export type Found =
  | { readonly kind: 'found'; readonly profile: PublicProfile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Whose profile an address such as `/profile/ada` is for: unescaped once; null where it names nobody. */
export const userIdOf = (pathname: string): string | null => {
  const [, escaped = ''] = /^\/profile\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    const id = decodeURIComponent(escaped);
    // Inside a call's path these would lead elsewhere.
    return id === '' || /[/\\]/.test(id) || /^\.{1,2}$/.test(id) ? null : id;
  } catch {
    return null;
  }
};

/** Nothing, as JSON or as no text at all. */
const isEmpty = ({ status, data, isPage }: ApiAnswer): boolean =>
  data === undefined
    ? status >= 200 && !isPage
    : data === null || data === '' || (typeof data === 'object' && Object.keys(data).length === 0);

/** Asks for somebody's public profile. Never rejects. */
export const findPublicProfile = async (userId: string): Promise<Found> => {
  const answer = await callApi('GET /api/user-profiles/user/:userId', { params: { userId } });
  // A web page that says 404 knows nothing of profiles.
  if (answer.status === 404 && !answer.isPage) return { kind: 'missing' };
  if (answer.status < 300 && isEmpty(answer)) return { kind: 'empty' };
  if (answer.ok) return { kind: 'found', profile: answer.data };
  return { kind: 'failed', detail: errorMessage(answer) };
};
