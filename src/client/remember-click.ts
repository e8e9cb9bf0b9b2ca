import { currentTerms } from '../shared/program.ts';
import { referralCookie, referralCookieAge, referralParameter } from '../shared/referral.ts';

declare global {
  interface Window {
    /** Settles when the server has answered about the affiliate link that led to this page; at once without one. */
    referral?: Promise<void>;
  }
}

const terms = {
  // Mail programs turn `&ref=` into `&amp;ref=`, and some change the case.
  name: `(^|;)${referralParameter}$`,
  cookie: `${referralCookie}=`,
  attributes: `;Max-Age=${String(referralCookieAge(currentTerms()))};Path=/;SameSite=Lax`,
};

/** Written into pages as text, so it uses nothing but its parameter. */
const rememberClick = async (given: typeof terms): Promise<void> => {
  const name = new RegExp(given.name, 'i');
  const code = [...new URLSearchParams(location.search)]
    .filter(([key, value]) => name.test(key.trim()) && /\w/.test(value))
    .map(([, value]) => value);
  const [first] = code;
  if (!first) return;
  if (document.prerendering)
    await new Promise((resolve) => {
      document.addEventListener('prerenderingchange', resolve);
    });
  const answer = await fetch('/api/referral', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    keepalive: true,
  }).catch(() => null);
  const isUnanswered = !answer || answer.status >= 500;
  if (isUnanswered && /^[\w-]+$/.test(first) && !document.cookie.includes(given.cookie))
    document.cookie = given.cookie + first + given.attributes;
};

/**
 * The script that remembers the affiliate code in a page's address; a later click replaces an earlier one. It stands in
 * the page itself, so that a visitor who moves on at once is remembered too. The server decides whether an affiliate has
 * the code, and sets the cookie. Where the server does not answer, the code is remembered unless there is one.
 */
export const rememberClickScript = `referral=(${rememberClick.toString()})(${JSON.stringify(terms)})`;
