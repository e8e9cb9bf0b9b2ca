import { type AnswerOf, type ApiAnswer, callApi, errorMessage } from '../../client/api.ts';

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

/** `mailto:` with everything escaped that could add to the letter; the @ stays readable. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

/**
 * `tel:` with the digits alone, a leading + and an extension: `+1 (555) 010-99 ext 7` → `tel:+155501099;ext=7`. An
 * extension also follows a comma, # or *; a number that begins with # or * keeps them. The 0 of `+44 (0)20` is for calls
 * within the country, and no part of the number; Italy's always is.
 */
export const phoneLink = (phone: string): string => {
  if (/^[#*]/.test(phone)) return `tel:${encodeURIComponent(phone.replaceAll(/[^\d#*]/g, ''))}`;
  const [main = '', ...after] = phone.split(/ext|[x,#*]/i);
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const plus = /^[\s(]*\+/.test(main) ? '+' : '';
  const extension = digits(after.join(''));
  const abroad = plus && !/^\D*39/.test(main) ? main.replace(/\(\s*0\s*\)/, '') : main;
  return `tel:${plus}${digits(abroad)}${extension && `;ext=${extension}`}`;
};

/** Somebody's page at Facebook, by their id there. */
export const facebookLink = (id: string): string => `https://www.facebook.com/${encodeURIComponent(id)}`;

/** Somebody's page at LinkedIn, by their id there. */
export const linkedinLink = (id: string): string => `https://www.linkedin.com/in/${encodeURIComponent(id)}`;
