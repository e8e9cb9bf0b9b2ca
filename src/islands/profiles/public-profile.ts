import * as z from 'zod/mini';
import { type ApiAnswer, callApi } from '../../client/api.ts';
import { wordsOf } from '../../client/said-by-server.ts';

const text = z.nullish(z.string());

/** What the screen shows of a profile; dates are ISO 8601 UTC. */
const shape = z.object({
  userId: z.string(),
  name: text,
  email: text,
  phone: text,
  pictureUrl: text,
  facebookId: text,
  linkedinId: text,
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type PublicProfile = z.infer<typeof shape>;

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

const isDated = ({ createdAt, updatedAt }: PublicProfile): boolean =>
  ![createdAt, updatedAt].some((date) => Number.isNaN(Date.parse(date)));

/** Asks for somebody's public profile. Never rejects. */
export const findPublicProfile = async (userId: string): Promise<Found> => {
  const answer = await callApi('GET', `/api/user-profiles/user/${encodeURIComponent(userId)}`);
  // A web page that says 404 knows nothing of profiles.
  if (answer.status === 404 && !answer.isPage) return { kind: 'missing' };
  if (answer.status < 300 && isEmpty(answer)) return { kind: 'empty' };
  const { data } = shape.safeParse(answer.data);
  if (answer.ok && data && isDated(data)) return { kind: 'found', profile: data };
  return { kind: 'failed', detail: wordsOf(answer) };
};
