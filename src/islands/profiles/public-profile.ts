import { type AnswerOf, type ApiAnswer, callApi, errorMessage, isMissing } from '../../client/api.ts';

/** A public profile. Dates are ISO 8601 in UTC. */
export type PublicProfileRecord = AnswerOf<'GET /api/user-profiles/user/:userId'>;

/** The result of loading a profile. `detail` is the reason of a failure. */
export type ProfileResult =
  | { readonly kind: 'found'; readonly profile: PublicProfileRecord }
  | { readonly kind: 'missing' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Returns the decoded user ID in an address such as `/profile/ada`, or null. */
export function userIdIn(pathname: string): string | null {
  const [, escaped = ''] = /^\/profile\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    const id = decodeURIComponent(escaped);
    // In the path of an API call, a slash or a dot segment would address another call.
    return id === '' || /[/\\]/.test(id) || /^\.{1,2}$/.test(id) ? null : id;
  } catch {
    return null;
  }
}

/** True for an answer without content, or with empty JSON. */
function isEmpty({ status, data, isHtml }: ApiAnswer): boolean {
  return data === undefined
    ? status >= 200 && !isHtml
    : data === null || data === '' || (typeof data === 'object' && Object.keys(data).length === 0);
}

/** Loads a public profile. Never rejects. */
export async function findPublicProfile(userId: string): Promise<ProfileResult> {
  const answer = await callApi('GET /api/user-profiles/user/:userId', { params: { userId } });
  if (isMissing(answer)) return { kind: 'missing' };
  if (answer.status < 300 && isEmpty(answer)) return { kind: 'empty' };
  if (answer.ok) return { kind: 'found', profile: answer.data };
  return { kind: 'failed', detail: errorMessage(answer) };
}

/** Returns a `mailto:` link. Escapes everything that could add headers; the @ stays readable. */
export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}

/**
 * Returns a `tel:` link with digits, a leading + and an extension: `+1 (555) 010-99 ext 7` → `tel:+155501099;ext=7`.
 *
 * - An extension may also follow a comma, # or *. A number that starts with # or * keeps these signs.
 * - The 0 in `+44 (0)20` is dropped, because it is only dialled within the country. In Italy (+39) it is part of the number.
 */
export function phoneLink(phone: string): string {
  if (/^[#*]/.test(phone)) return `tel:${encodeURIComponent(phone.replaceAll(/[^\d#*]/g, ''))}`;
  const [main = '', ...extensionParts] = phone.split(/ext|[x,#*]/i);
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const plus = /^[\s(]*\+/.test(main) ? '+' : '';
  const extension = digits(extensionParts.join(''));
  const diallable = plus && !/^\D*39/.test(main) ? main.replace(/\(\s*0\s*\)/, '') : main;
  return `tel:${plus}${digits(diallable)}${extension && `;ext=${extension}`}`;
}

export function facebookLink(id: string): string {
  return `https://www.facebook.com/${encodeURIComponent(id)}`;
}

export function linkedinLink(id: string): string {
  return `https://www.linkedin.com/in/${encodeURIComponent(id)}`;
}
